import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook } from 'svix';
import { resend } from '../../channels/email/resend';
import type { Receipt } from '../../core/receipt';
import {
  ADA,
  AT,
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

const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, exact').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;
const reader = readerOf('resend', { api_key: 're_x', webhook_secret: SECRET });

/** As Svix signs, which sends Resend's webhooks. */
function signed(
  body: string,
  { secret = SECRET, at = new Date(), id = 'msg_p5jXN8AQM9LWM0D4loKWxJek' } = {},
) {
  return call(body, {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, body),
  });
}
const readEvent = (event: unknown) => reader(signed(JSON.stringify(event)));

const ID = '56761188-7520-42d8-8898-ff6fc54ce618';
const event = (type: string, more: object = {}) => ({
  type,
  created_at: AT,
  data: {
    created_at: '2026-11-20T08:30:11.894719+00:00',
    email_id: ID,
    message_id: '<111-222-333@email.example.com>',
    from: 'Shop <shop@example.com>',
    to: [ADA],
    subject: 'Hej',
    tags: IDS,
    ...more,
  },
});
const bounce = (type?: string, subType?: string, more: object = {}) =>
  event('email.bounced', { bounce: { message: 'The mailbox said no.', subType, type, ...more } });
const failure = (reason?: string) => event('email.failed', { failed: { reason } });
const expected = (parts: Partial<Receipt>) => receipt({ providerMessageId: ID, ...parts });

const SOFT = { kind: 'soft_bounce' } as const;
const HARD = { kind: 'hard_bounce' } as const;

describe('a webhook of Resend', () => {
  it.each<[string, object, Partial<Receipt>]>([
    ['a sent e-mail', event('email.sent'), { kind: 'sent' }],
    ['a delivered e-mail', event('email.delivered'), { kind: 'delivered' }],
    ['a complaint', event('email.complained'), { kind: 'complained' }],
    [
      'a permanent bounce',
      bounce('Permanent', 'General'),
      { ...HARD, detail: 'Permanent: General: The mailbox said no.' },
    ],
    [
      'a bounce with the server’s words',
      bounce('Permanent', 'General', { diagnosticCode: ['smtp; 550 5.1.1 user unknown'] }),
      { ...HARD, detail: 'Permanent: General: smtp; 550 5.1.1 user unknown' },
    ],
    [
      'a transient bounce with the server’s words',
      bounce('Transient', 'General', { diagnosticCode: ['smtp; 451 4.7.1 greylisted'] }),
      SOFT,
    ],
    ['a permanent bounce without words', bounce('Permanent', 'General', { diagnosticCode: [] }), HARD],
    ['a permanent bounce without an address', bounce('Permanent', 'NoEmail'), HARD],
    ['an address with a history of bounces', bounce('Permanent', 'Suppressed'), HARD],
    ['an address that bounced before', bounce('Permanent', 'OnAccountSuppressionList'), HARD],
    ['a transient bounce', bounce('Transient', 'General'), SOFT],
    ['a full mailbox', bounce('Transient', 'MailboxFull'), SOFT],
    ['a message that is too large', bounce('Transient', 'MessageTooLarge'), failed('REJECTED')],
    ['content that was rejected', bounce('Transient', 'ContentRejected'), failed('REJECTED')],
    ['a file that was rejected', bounce('Transient', 'AttachmentRejected'), failed('REJECTED')],
    ['an undetermined bounce', bounce('Undetermined', 'Undetermined'), SOFT],
    ['a bounce without a type', bounce(), SOFT],
    ['a bounce without more', event('email.bounced'), SOFT],
    [
      'a suppressed e-mail',
      event('email.suppressed', {
        suppressed: { message: 'On the list.', type: 'OnAccountSuppressionList' },
      }),
      { ...failed('SUPPRESSED'), detail: 'OnAccountSuppressionList: On the list.' },
    ],
    ['a quota', failure('reached_daily_quota'), { ...failed('RATE_LIMITED'), detail: 'reached_daily_quota' }],
    ['a key', failure('invalid_api_key'), failed('UNAUTHORIZED')],
    ['a domain', failure('domain_not_verified'), failed('UNAUTHORIZED')],
    ['a recipient', failure('invalid_recipient'), failed('INVALID_RECIPIENT')],
    ['a failure for a new reason', failure('could_not_generate'), failed('PROVIDER_ERROR')],
    ['a failure without a reason', failure(), failed('PROVIDER_ERROR')],
  ])('tells of %s', async (_what, sent, parts) => {
    const got = only(await readEvent(sent));
    expect(got).toEqual(expected({ detail: got.detail, ...parts }));
  });

  it.each([
    'email.delivery_delayed',
    'email.scheduled',
    'email.opened',
    'email.clicked',
    'email.received',
    'contact.created',
    'contact.updated',
    'contact.deleted',
    'domain.created',
    'domain.updated',
    'domain.deleted',
    'suppression.added',
    'suppression.removed',
    'inbox.email.received',
    'something.new',
  ])('of %s decides nothing', async (type) => {
    expect(await readEvent(event(type))).toEqual(read());
  });

  it('of an automatic reply decides nothing', async () => {
    expect(await readEvent(bounce('Transient', 'General', { diagnosticCode: [] }))).toEqual(read());
  });

  it.each<[string, object]>([
    ['without tags', event('email.delivered', { tags: undefined })],
    ['with other tags', event('email.delivered', { tags: { category: 'confirm_email' } })],
    ['with an id that is none', event('email.delivered', { tags: { ...IDS, notification_id: 'x' } })],
    ['with an address that is none', event('email.delivered', { to: ['nobody'] })],
    ['without data', { type: 'email.delivered', created_at: AT }],
  ])('%s is of no message of ours', async (_what, sent) => {
    expect(await readEvent(sent)).toEqual(read());
  });

  it('names the copy that an event is about', async () => {
    const copy = await readEvent(event('email.complained', { to: ['Copy <Copy@Example.ORG>'] }));
    expect(only(copy)).toMatchObject({ kind: 'complained', address: 'copy@example.org' });
  });

  it('of several recipients or none is about the message’s own', async () => {
    for (const to of [[ADA, 'b@example.org'], [], undefined]) {
      expect(only(await readEvent(event('email.sent', { to })))).not.toHaveProperty('address');
    }
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['no time', 'soon'],
    ['to come', new Date(Date.now() + 3_600_000).toISOString()],
  ])('is dated now where the time is %s', async (_what, created_at) => {
    const before = Date.now();
    const { at } = only(await readEvent({ ...event('email.sent'), created_at }));
    expect(at.getTime()).toBeGreaterThanOrEqual(before);
    expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each(['', '[]', '{', 'null', '"x"', '<html>'])('whose body is %j is malformed', async (body) => {
    expect(await reader(signed(body))).toMatchObject({ kind: 'malformed' });
  });

  it('never fails, whatever was signed', async () => {
    const any = fc.record({
      type: sometimes('email.sent', 'email.bounced', 'email.failed', 'email.suppressed'),
      created_at: sometimes(AT),
      data: fc.oneof(
        fc.jsonValue(),
        fc.record({
          email_id: sometimes(ID),
          to: sometimes([ADA]),
          tags: sometimes(IDS),
          bounce: sometimes({ type: 'Permanent', subType: 'General' }),
          failed: sometimes({ reason: 'x'.repeat(1000) }),
          suppressed: sometimes({ type: 'x' }),
        }),
      ),
    });
    await neverThrows((body) => reader(signed(String(body))), any);
  });
});

describe('the signature of a webhook of Resend', () => {
  const body = JSON.stringify(event('email.delivered'));
  const refused = (word: string) => ({ kind: 'refused', reason: expect.stringContaining(word) });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('is the one of Standard Webhooks', async () => {
    const request = signed(body);
    const at = new Date(Number(request.headers['svix-timestamp']) * 1000);
    request.headers['svix-signature'] = new StandardWebhook(SECRET).sign(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at,
      body,
    );
    expect(await reader(request)).toMatchObject({ kind: 'read' });
  });

  it('is one of several while the secret is being rotated', async () => {
    const request = signed(body);
    const old = signed(body, { secret: OTHER }).headers['svix-signature'];
    request.headers['svix-signature'] = `${old} ${request.headers['svix-signature']} v1a,x`;
    expect(await reader(request)).toMatchObject({ kind: 'read' });
  });

  it('of another secret does not hold', async () => {
    const reading = await reader(signed(body, { secret: OTHER }));
    expect(reading).toMatchObject(refused('webhook_secret'));
    expect(JSON.stringify(reading)).not.toContain('whsec_');
  });

  it('does not hold for another body', async () => {
    const request = signed(body);
    const altered = { ...request, body: Buffer.from(body.replace('delivered', 'complained')) };
    expect(await reader(altered)).toMatchObject(refused('No matching signature'));
  });

  it('does not hold for bytes that only read like the text that was signed', async () => {
    const text = JSON.stringify(event('email.bounced', { bounce: { message: '\ufffd', type: 'Permanent' } }));
    const bytes = Buffer.from(text);
    const at = bytes.indexOf(Buffer.from('\ufffd'));
    const altered = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
    expect(altered.toString('utf8')).toBe(text);
    expect(await reader({ ...signed(text), body: altered })).toMatchObject(refused('UTF-8'));
  });

  it.each([
    ['svix-id', 'msg_other'],
    ['svix-timestamp', String(Math.floor(Date.now() / 1000) - 30)],
    ['svix-signature', 'v1,AAAA'],
    ['svix-signature', 'v1'],
    ['svix-signature', 'garbage'],
  ])('does not hold with another %s: %s', async (name, value) => {
    const request = signed(body);
    request.headers[name] = value;
    expect(await reader(request)).toMatchObject(refused('No matching signature'));
  });

  it.each(['svix-id', 'svix-timestamp', 'svix-signature'])('is missing without %s', async (name) => {
    const request = signed(body);
    delete request.headers[name];
    expect(await reader(request)).toMatchObject(refused('Missing required headers'));
  });

  it('of another version does not count', async () => {
    const request = signed(body);
    request.headers['svix-signature'] = request.headers['svix-signature']!.replace('v1,', 'v2,');
    expect(await reader(request)).toMatchObject(refused('No matching signature'));
  });

  it('of more than five minutes ago is a replay, and so is one to come', async () => {
    expect(await reader(signed(body, { at: minutesAgo(6) }))).toMatchObject(refused('too old'));
    expect(await reader(signed(body, { at: minutesAgo(-6) }))).toMatchObject(refused('too new'));
    expect(await reader(signed(body, { at: minutesAgo(4) }))).toMatchObject({ kind: 'read' });
  });

  it('cannot be checked without the secret, which the operator is told', async () => {
    const without = readerOf('resend', { api_key: 're_x' });
    expect(await without(signed(body))).toMatchObject({
      kind: 'later',
      reason: expect.stringContaining('set webhook_secret'),
    });
  });

  it('is checked before anything is parsed', async () => {
    expect(await reader(call('{'))).toMatchObject({ kind: 'refused' });
  });

  it('needs a secret as Resend shows it', () => {
    for (const webhook_secret of [
      'whsec_',
      'whsec_%%%',
      'x',
      '',
      Buffer.from('no prefix').toString('base64'),
    ]) {
      const parsed = resend.settings.safeParse({ api_key: 're_x', webhook_secret });
      expect(parsed.error?.issues[0]?.message).toContain('whsec_');
    }
    expect(resend.secrets).toContain('webhook_secret');
  });
});
