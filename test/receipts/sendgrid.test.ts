import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { sendgrid } from '../../channels/email/sendgrid/provider';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import type { Receipt } from '../../core/receipts/receipt';
import { ADA, AT, because, callOf, OUR_FIELDS, OUR_IDS, readAs, readerOf } from '../support/receipts/call';
import { NOW, NOW_S } from '../support/receipts/clock';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import type { Signing } from '../support/receipts/refuses-calls';
import { COMPLAINED, failed, HARD, SOFT, sometimes } from '../support/receipts/values';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shown = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const keys = pair();
const stranger = pair();
const account = { api_key: 'SG.0123456789', webhook_public_key: shown(keys.publicKey) };

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';

type Timed = Omit<Signing, 'at'> & { at?: number | string };

/** ECDSA over time and body. */
function call(body: string | Buffer, { at = NOW_S, stranger: forged = false }: Timed = {}) {
  const bytes = Buffer.concat([Buffer.from(String(at)), Buffer.from(body)]);
  const signature = sign('sha256', bytes, (forged ? stranger : keys).privateKey).toString('base64');
  return callOf(body, { [SIGNATURE]: signature, [TIMESTAMP]: String(at) });
}
const showing =
  (name: string, value: string) =>
  ({ headers }: ReceiptRequest) => ({ headers: { ...headers, [name]: value } });

const ID = 'LRzXl_NHStOGhQ4kofSm_A';
const base = {
  ...OUR_FIELDS,
  email: ADA,
  timestamp: AT.getTime() / 1000,
  'smtp-id': `<${ID}@ismtpd0039p1iad1.sendgrid.net>`,
  sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
  sg_message_id: `${ID}.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0`,
};
const event = (name: string, more: object = {}) => ({ ...base, event: name, ...more });

/** A bounce with other fields than these. */
const bounced = (more: Record<string, string | undefined>, fate: Partial<Receipt>) => {
  const fields = {
    type: 'bounce',
    bounce_classification: undefined,
    status: '5.1.1',
    reason: '550 unknown',
    ...more,
  };
  const detail = Object.values(fields)
    .filter((word) => word !== undefined)
    .join(': ');
  return [`a bounce with ${JSON.stringify(more)}`, event('bounce', fields), { ...fate, detail }] as const;
};
const classified = (bounce_classification: string, fate: Partial<Receipt>) =>
  bounced({ bounce_classification }, fate);
const dropped = (reason: string, fate: Partial<Receipt>) =>
  [
    `a drop: ${reason}`,
    event('dropped', { reason, status: '5.0.0' }),
    { ...fate, detail: `5.0.0: ${reason}` },
  ] as const;
/** SendGrid's id of an event, and of the send that it is about. */
const withId = (sg_message_id: string | undefined, providerMessageId: string | undefined) =>
  [
    `the id ${sg_message_id}`,
    event('spamreport', { sg_message_id }),
    { ...COMPLAINED, providerMessageId },
  ] as const;

const DELIVERED = { kind: 'delivered' } as const;

itReadsReceiptsOf<unknown>(sendgrid, {
  account,
  call,
  // A batch: a row may be several events.
  body: (events) => JSON.stringify([events].flat()),
  events: {
    receipt: { at: AT, address: ADA, providerMessageId: ID },
    sample: [
      'delivered',
      event('delivered', { response: '250 OK', tls: 1 }),
      { ...DELIVERED, detail: '250 OK' },
    ],
    tells: [
      ['processed', event('processed', { pool: { name: 'p', id: 210 } }), { kind: 'sent' }],
      ['a spam report', event('spamreport'), COMPLAINED],
      bounced({}, HARD),
      bounced({ type: undefined }, HARD),
      bounced({ status: '5.2.2' }, SOFT),
      bounced({ status: '4.4.7' }, SOFT),
      bounced({ status: '5.4.2' }, HARD),
      bounced({ status: '15.2.2' }, HARD),
      bounced({ status: '5.2.20' }, HARD),
      bounced({ status: undefined }, HARD),
      bounced({ type: 'blocked', status: '5.7.1', reason: '554 5.7.1 Client host blocked' }, SOFT),
      bounced({ type: 'blocked', status: undefined, bounce_classification: 'Unclassified' }, SOFT),
      bounced({ type: 'blocked', bounce_classification: 'Content' }, failed('REJECTED')),
      bounced({ type: 'expired' }, SOFT),
      bounced({ type: 'other' }, SOFT),
      classified('Invalid Address', HARD),
      classified('Mailbox Unavailable', HARD),
      classified('Unclassified', HARD),
      classified('Reputation', SOFT),
      classified('Frequency or Volume Too High', SOFT),
      classified('Technical Failure', SOFT),
      classified('Content', failed('REJECTED')),
      dropped('Bounced Address', HARD),
      dropped('Invalid', HARD),
      dropped('Spam Reporting Address', failed('SUPPRESSED')),
      dropped('Unsubscribed Address', failed('SUPPRESSED')),
      dropped('Invalid SMTPAPI header', failed('REJECTED')),
      dropped('Spam Content', failed('REJECTED')),
      dropped('Recipient List over Package Quota', failed('RATE_LIMITED')),
      dropped('Something new', failed('PROVIDER_ERROR')),
      ['a drop without a reason', event('dropped'), failed('PROVIDER_ERROR')],
      withId(`${ID}.recvd-5f54b5d587-pczjm-1-67BADEEA-6.0`, ID),
      withId('14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0', '14c5d75ce93.dfd.64b469'),
      withId(ID, ID),
      withId('', undefined),
      withId(undefined, undefined),
      ['a time in text', event('spamreport', { timestamp: String(base.timestamp) }), COMPLAINED],
      [
        'a large batch with events that are none',
        [
          { ...event('delivered'), message_id: 'not-a-uuid' },
          ...[null, 7, 'x', {}],
          { email: ADA, timestamp: 1, event: 'delivered' },
          event('bounce', { email: 'no address' }),
          ...Array.from({ length: 500 }, () => event('delivered')),
          event('spamreport'),
        ],
        [...Array.from({ length: 500 }, () => DELIVERED), COMPLAINED],
      ],
    ],
    decidesNothing: ['deferred', 'open', 'click', 'account_status_change', 'something_new'].map((name) => [
      name,
      event(name, { response: '400 try again later', attempt: '5' }),
    ]),
    ofIds: (ids) => ({
      ...event('delivered', { response: '250 OK', notification_id: undefined, message_id: undefined }),
      ...ids,
    }),
    time: {
      at: (timestamp) => event('delivered', { response: '250 OK', timestamp }),
      write: (date) => date.getTime() / 1000,
    },
    copies: {
      to: (email) => event('delivered', { response: '250 OK', email }),
      unnamed: 'the message’s own',
    },
    words: {
      row: (reason) => bounced({ type: 'blocked', reason }, SOFT),
      hides: [],
      end: '',
    },
  },
  any: fc.array(
    fc.record({
      event: sometimes('processed', 'delivered', 'bounce', 'dropped', 'spamreport'),
      email: sometimes(ADA),
      timestamp: sometimes(base.timestamp),
      notification_id: sometimes(OUR_FIELDS.notification_id),
      message_id: sometimes(OUR_FIELDS.message_id),
      sg_message_id: sometimes(base.sg_message_id),
      type: sometimes('bounce', 'blocked'),
      status: sometimes('5.1.1'),
      reason: sometimes('Bounced Address'),
      bounce_classification: sometimes('Content'),
    }),
  ),
  malformed: ['{}'],
  malformedReason: /not a list of events in JSON/,
  proof: {
    covers: 'bytes',
    headers: { [SIGNATURE]: '', [TIMESTAMP]: '' },
    missing: /^not signed/,
    wrong: /the signature is wrong: webhook_public_key/,
    times: { past: [25 * 3600, /replay/] },
    refused: [
      ['with another time', showing(TIMESTAMP, String(NOW_S - 1)), /the signature is wrong/],
      [
        'with a random signature',
        showing(SIGNATURE, randomBytes(70).toString('base64')),
        /the signature is wrong/,
      ],
      ['with garbage for a signature', showing(SIGNATURE, 'MAYCAQECAQE='), /the signature is wrong/],
      ['with no time', ({ body }) => call(body, { at: 'yesterday' }), /replay/],
    ],
    unset: [['webhook_public_key', { ...account, webhook_public_key: undefined }, /set webhook_public_key/]],
  },
  wrongSettings: [
    'x',
    '',
    shown(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey),
    shown(generateKeyPairSync('ed25519').publicKey),
    keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  ].map((wrong) => ['webhook_public_key', wrong, /P-256/]),
  secrets: [],
});

it('the signature that SendGrid publishes as an example holds', async () => {
  // The example of SendGrid's own libraries (sendgrid-nodejs, packages/eventwebhook).
  const webhook_public_key =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==';
  const headers = {
    [SIGNATURE]:
      'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    [TIMESTAMP]: '1600112502',
  };
  const payload =
    '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address","sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA","sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0","smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';
  const example = readerOf(sendgrid)({ ...account, webhook_public_key });
  jest.setSystemTime(1600112503_000);
  try {
    expect(await example(callOf(payload, headers))).toEqual(readAs());
    expect(await example(callOf(payload.trimEnd(), headers))).toEqual(
      because('refused', /the signature is wrong/),
    );
  } finally {
    jest.setSystemTime(NOW);
  }
});

describe('a recipient who unsubscribes at SendGrid', () => {
  const read = readerOf(sendgrid)(account);
  const tell = (...events: object[]) => read(call(JSON.stringify(events)));
  const change = { channel: 'email', address: ADA, at: AT, message: OUR_IDS };
  const readChanges = (...optChanges: object[]) => ({ ...readAs(), optChanges });

  it('from everything or from a group has opted out, and opts in again', async () => {
    const events = ['unsubscribe', 'group_unsubscribe', 'group_resubscribe'];
    expect(await tell(...events.map((name) => event(name, { asm_group_id: 10 })))).toStrictEqual(
      readChanges(
        { ...change, optedOut: true },
        { ...change, optedOut: true, list: 'group 10' },
        { ...change, optedOut: false, list: 'group 10' },
      ),
    );
  });

  it.each([
    ['10', 'group 10'],
    [undefined, 'a group'],
    [{}, 'a group'],
  ])('from the group %j has opted out from %s', async (asm_group_id, list) => {
    expect(await tell(event('group_unsubscribe', { asm_group_id }))).toStrictEqual(
      readChanges({ ...change, optedOut: true, list }),
    );
  });

  it('of other mail of the account changes nothing', async () => {
    expect(await tell(event('group_unsubscribe', { message_id: undefined }))).toStrictEqual(readAs());
    expect(await tell(event('unsubscribe', { email: 'nobody' }))).toStrictEqual(readAs());
  });
});
