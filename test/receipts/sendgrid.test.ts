import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { sendgrid } from '../../channels/email/sendgrid';
import type { ReceiptReading } from '../../channels/receipts';
import type { Receipt } from '../../core/receipt';
import {
  ADA,
  call,
  failed,
  IDS,
  neverThrows,
  only,
  read,
  readerOf,
  receipt,
  sometimes,
} from '../support/providers/email-receipts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shown = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const keys = pair();
const reader = readerOf('sendgrid', { api_key: 'SG.x', webhook_public_key: shown(keys.publicKey) });

const nowSeconds = () => String(Math.floor(Date.now() / 1000));
function signed(body: string | Buffer, { key = keys.privateKey, timestamp = nowSeconds() } = {}) {
  const bytes = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]);
  return call(body, {
    'x-twilio-email-event-webhook-signature': sign('sha256', bytes, key).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  });
}
const readEvents = (...events: unknown[]) => reader(signed(JSON.stringify(events)));

/** SendGrid's clock has whole seconds. */
const SECOND = new Date('2026-11-20T08:30:15.000Z');
const base = {
  ...IDS,
  email: ADA,
  timestamp: SECOND.getTime() / 1000,
  'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
  sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
  sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
};
const event = (name: string, more: object = {}) => ({ ...base, event: name, ...more });
const expected = (fate: Partial<Receipt>) =>
  receipt({ at: SECOND, providerMessageId: 'LRzXl_NHStOGhQ4kofSm_A', ...fate });

const bounce = (more: object) =>
  event('bounce', { reason: '550 5.1.1 unknown user', status: '5.1.1', type: 'bounce', tls: 1, ...more });
const drop = (reason: string) => event('dropped', { reason, status: '5.0.0' });

const SOFT = { kind: 'soft_bounce' } as const;
const HARD = { kind: 'hard_bounce' } as const;

describe('a call of the Event Webhook', () => {
  it.each<[string, object, Partial<Receipt>]>([
    ['processed', event('processed', { pool: { name: 'p', id: 210 } }), { kind: 'sent' }],
    [
      'delivered',
      event('delivered', { response: '250 OK', tls: 1 }),
      { kind: 'delivered', detail: '250 OK' },
    ],
    ['a spam report', event('spamreport'), { kind: 'complained' }],
    ['a bounce', bounce({}), { ...HARD, detail: 'bounce: 5.1.1: 550 5.1.1 unknown user' }],
    ['a bounce without a type', bounce({ type: undefined }), HARD],
    ['a bounce with an invalid address', bounce({ bounce_classification: 'Invalid Address' }), HARD],
    ['a bounce with an unavailable mailbox', bounce({ bounce_classification: 'Mailbox Unavailable' }), HARD],
    ['an unclassified bounce', bounce({ bounce_classification: 'Unclassified' }), HARD],
    ['a bounce of a full mailbox', bounce({ status: '5.2.2' }), SOFT],
    ['a bounce with a transient status', bounce({ status: '4.4.7' }), SOFT],
    ['a bounce for reputation', bounce({ bounce_classification: 'Reputation' }), SOFT],
    ['a bounce for volume', bounce({ bounce_classification: 'Frequency or Volume Too High' }), SOFT],
    ['a technical bounce', bounce({ bounce_classification: 'Technical Failure' }), SOFT],
    ['a bounce for content', bounce({ bounce_classification: 'Content' }), failed('REJECTED')],
    [
      'a block',
      bounce({ type: 'blocked', status: '5.7.1', reason: '554 5.7.1 Client host blocked' }),
      { ...SOFT, detail: 'blocked: 5.7.1: 554 5.7.1 Client host blocked' },
    ],
    [
      'a block of a domain without mail',
      bounce({ type: 'blocked', status: undefined, bounce_classification: 'Unclassified' }),
      SOFT,
    ],
    [
      'a block for content',
      bounce({ type: 'blocked', bounce_classification: 'Content' }),
      failed('REJECTED'),
    ],
    ['an expired bounce', bounce({ type: 'expired' }), SOFT],
    ['a bounce of a type that is new', bounce({ type: 'other' }), SOFT],
    ['a drop of a bounced address', drop('Bounced Address'), { ...HARD, detail: '5.0.0: Bounced Address' }],
    ['a drop of an invalid address', drop('Invalid'), HARD],
    ['a drop for an earlier complaint', drop('Spam Reporting Address'), failed('SUPPRESSED')],
    ['a drop of who unsubscribed', drop('Unsubscribed Address'), failed('SUPPRESSED')],
    ['a drop for the header', drop('Invalid SMTPAPI header'), failed('REJECTED')],
    ['a drop for the content', drop('Spam Content'), failed('REJECTED')],
    ['a drop for the quota', drop('Recipient List over Package Quota'), failed('RATE_LIMITED')],
    ['a drop for a new reason', drop('Something new'), failed('PROVIDER_ERROR')],
    ['a drop without a reason', event('dropped'), failed('PROVIDER_ERROR')],
  ])('tells of %s', async (_what, sent, fate) => {
    const got = only(await readEvents(sent));
    expect(got).toEqual(expected({ detail: got.detail, ...fate }));
  });

  it.each([
    'deferred',
    'open',
    'click',
    'unsubscribe',
    'group_unsubscribe',
    'group_resubscribe',
    'account_status_change',
    'something_new',
  ])('of %s says nothing of the delivery', async (name) => {
    expect(await readEvents(event(name, { response: '400 try again later', attempt: '5' }))).toEqual(read());
  });

  it('is read whole, whatever single events are', async () => {
    const many = Array.from({ length: 2000 }, () => event('delivered'));
    const foreign = { ...event('delivered'), message_id: 'not-a-uuid' };
    const noIds = { email: ADA, timestamp: 1, event: 'delivered' };
    const badAddress = event('bounce', { email: 'no address', type: 'bounce' });
    const reading = await readEvents(
      foreign,
      null,
      7,
      'x',
      [],
      noIds,
      badAddress,
      ...many,
      event('spamreport'),
    );
    expect(reading).toMatchObject({ kind: 'read' });
    const { receipts } = reading as ReceiptReading & { kind: 'read' };
    expect(receipts).toHaveLength(2001);
    expect(receipts[0]).toEqual(expected({ kind: 'delivered' }));
    expect(receipts.at(-1)).toEqual(expected({ kind: 'complained' }));
  });

  it('names the copy that an event is about', async () => {
    expect(only(await readEvents(bounce({ email: 'Copy@Example.ORG' })))).toMatchObject({
      ...HARD,
      address: 'copy@example.org',
    });
  });

  it('of an event without an address means the message’s own', async () => {
    expect(only(await readEvents(event('delivered', { email: undefined })))).not.toHaveProperty('address');
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['no time', 'soon'],
    ['an object that is no number', { toString: 1, valueOf: 1 }],
    ['to come', Date.now() / 1000 + 3600],
  ])('is dated now where the time is %s', async (_what, timestamp) => {
    const before = Date.now();
    const { at } = only(await readEvents(event('delivered', { timestamp })));
    expect(at.getTime()).toBeGreaterThanOrEqual(before);
    expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['LRzXl_NHStOGhQ4kofSm_A.recvd-5f54b5d587-pczjm-1-67BADEEA-6.0', 'LRzXl_NHStOGhQ4kofSm_A'],
    ['14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0', '14c5d75ce93.dfd.64b469'],
    ['LRzXl_NHStOGhQ4kofSm_A', 'LRzXl_NHStOGhQ4kofSm_A'],
    ['', undefined],
    [undefined, undefined],
  ])('with the message id %s is of the send that was answered with %s', async (sg_message_id, id) => {
    expect(only(await readEvents(event('delivered', { sg_message_id }))).providerMessageId).toBe(id);
  });

  it('cuts what the recipient’s server said to 500 characters', async () => {
    const { detail } = only(await readEvents(bounce({ reason: `550 ${'x'.repeat(2000)}` })));
    expect(detail).toHaveLength(500);
  });

  it.each(['', '{}', '[', 'null', '"x"', '<html>'])('whose body is %j is malformed', async (body) => {
    expect(await reader(signed(body))).toMatchObject({ kind: 'malformed' });
  });

  it('never fails, whatever was signed', async () => {
    const one = fc.record({
      event: sometimes('processed', 'delivered', 'bounce', 'dropped', 'spamreport'),
      email: sometimes(ADA),
      timestamp: sometimes(base.timestamp),
      notification_id: sometimes(IDS.notification_id),
      message_id: sometimes(IDS.message_id),
      sg_message_id: sometimes(base.sg_message_id),
      type: sometimes('bounce', 'blocked'),
      status: sometimes('5.1.1'),
      reason: sometimes('Bounced Address'),
      bounce_classification: sometimes('Content'),
    });
    await neverThrows((body) => reader(signed(body)), fc.array(one));
  });
});

describe('the signature of the Event Webhook', () => {
  const body = JSON.stringify([event('delivered')]);
  const refused = (word: string) => ({ kind: 'refused', reason: expect.stringContaining(word) });

  it('that SendGrid publishes as an example holds', async () => {
    // The example of SendGrid's own libraries (sendgrid-nodejs, packages/eventwebhook).
    jest.useFakeTimers({ now: 1600112503_000, doNotFake: ['nextTick', 'setImmediate'] });
    const example = readerOf('sendgrid', {
      api_key: 'SG.x',
      webhook_public_key:
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
    });
    const headers = {
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      'x-twilio-email-event-webhook-timestamp': '1600112502',
    };
    const payload =
      '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';
    try {
      expect(await example(call(payload, headers))).toEqual(read());
      expect(await example(call(payload.trimEnd(), headers))).toMatchObject(refused('does not hold'));
    } finally {
      jest.useRealTimers();
    }
  });

  it('of another key does not hold', async () => {
    expect(await reader(signed(body, { key: pair().privateKey }))).toMatchObject(
      refused('webhook_public_key'),
    );
  });

  it('does not hold for another body', async () => {
    const request = signed(body);
    const altered = { ...request, body: Buffer.from(body.replace('delivered', 'spamreport')) };
    expect(await reader(altered)).toMatchObject(refused('does not hold'));
  });

  it('does not hold for another time', async () => {
    const { body: bytes, headers } = signed(body, { timestamp: String(Number(nowSeconds()) - 100_000) });
    const renewed = { ...headers, 'x-twilio-email-event-webhook-timestamp': nowSeconds() };
    expect(await reader(call(bytes, renewed))).toMatchObject(refused('does not hold'));
  });

  it('of more than a day ago is a replay', async () => {
    const at = (hours: number) => String(Number(nowSeconds()) - hours * 3600);
    expect(await reader(signed(body, { timestamp: at(26) }))).toMatchObject(refused('replay'));
    // SendGrid repeats a call for a day.
    expect(await reader(signed(body, { timestamp: at(24) }))).toMatchObject({ kind: 'read' });
    expect(await reader(signed(body, { timestamp: 'yesterday' }))).toMatchObject(refused('replay'));
  });

  it.each(['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'])(
    'is missing without %s',
    async (name) => {
      const request = signed(body);
      delete request.headers[name];
      expect(await reader(request)).toMatchObject(refused('not signed'));
    },
  );

  it('that is garbage does not hold', async () => {
    const request = signed(body);
    const names = 'x-twilio-email-event-webhook-signature';
    for (const garbage of ['x', '%%%', '-', randomBytes(70).toString('base64'), 'MAYCAQECAQE=']) {
      const headers = { ...request.headers, [names]: garbage };
      expect(await reader(call(body, headers))).toMatchObject(refused('does not hold'));
    }
  });

  it('cannot be checked without the key, which the operator is told', async () => {
    const without = readerOf('sendgrid', { api_key: 'SG.x' });
    expect(await without(signed(body))).toMatchObject({
      kind: 'later',
      reason: expect.stringContaining('set webhook_public_key'),
    });
  });

  it('is checked before anything is parsed', async () => {
    expect(await reader(call('{'))).toMatchObject({ kind: 'refused' });
  });

  it('needs a key on P-256 in base64', () => {
    const wrong = [
      'x',
      '',
      shown(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
      shown(generateKeyPairSync('ed25519').publicKey),
      keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ];
    for (const webhook_public_key of wrong) {
      const parsed = sendgrid.settings.safeParse({ api_key: 'SG.x', webhook_public_key });
      expect(parsed.error?.issues[0]?.message).toContain('P-256');
    }
  });
});
