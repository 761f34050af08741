import fc from 'fast-check';
import { postmark } from '../../channels/email/postmark';
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

const USER = 'heliograph';
const PASSWORD = 'correct-horse-battery';
const account = { server_token: 't', webhook_username: USER, webhook_password: PASSWORD };
const reader = readerOf('postmark', account);

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const shown = (body: string | Buffer, authorization = basic(USER, PASSWORD)) => call(body, { authorization });
const readEvent = (event: unknown) => reader(shown(JSON.stringify(event)));

const ID = '883953f4-6105-42a2-a16a-77a8eac79483';
const base = { MessageID: ID, ServerID: 23, MessageStream: 'outbound', Tag: 'welcome', Metadata: IDS };
/** Postmark gives seven digits of the second. */
const WHEN = AT.replace('.250Z', '.2501234Z');
const delivery = {
  ...base,
  RecordType: 'Delivery',
  Recipient: ADA,
  DeliveredAt: WHEN,
  Details: 'smtp;250 OK',
};
const bounce = (Type: string, more: object = {}) => ({
  ...base,
  RecordType: 'Bounce',
  ID: 4323372036854775807,
  Type,
  TypeCode: 1,
  Name: 'Some bounce',
  Description: 'What such a bounce is.',
  Details: 'smtp;550 5.1.1 unknown user',
  Email: ADA,
  From: 'shop@example.com',
  BouncedAt: WHEN,
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Hej',
  ...more,
});
const complaint = { ...bounce('SpamComplaint'), RecordType: 'SpamComplaint', Details: '' };
const expected = (parts: Partial<Receipt>) => receipt({ providerMessageId: ID, ...parts });

const SOFT = { kind: 'soft_bounce' } as const;
const HARD = { kind: 'hard_bounce' } as const;

describe('a webhook of Postmark', () => {
  it.each<[string, object, Partial<Receipt>]>([
    ['a delivery', delivery, { kind: 'delivered', detail: 'smtp;250 OK' }],
    ['a complaint', complaint, { kind: 'complained', detail: 'SpamComplaint: What such a bounce is.' }],
    ['a hard bounce', bounce('HardBounce'), { ...HARD, detail: 'HardBounce: smtp;550 5.1.1 unknown user' }],
    ['a bad address', bounce('BadEmailAddress'), HARD],
    ['a soft bounce', bounce('SoftBounce'), SOFT],
    ['a message that could not be delivered in time', bounce('Transient'), SOFT],
    ['a domain that could not be found', bounce('DnsError'), SOFT],
    ['a block by the recipient’s provider', bounce('Blocked'), SOFT],
    ['a bounce that Postmark cannot classify', bounce('Unknown'), SOFT],
    ['a spam filter', bounce('SpamNotification'), failed('REJECTED')],
    ['a virus filter', bounce('VirusNotification'), failed('REJECTED')],
    ['an address that was deactivated by hand', bounce('ManuallyDeactivated'), failed('SUPPRESSED')],
    ['an unconfirmed subscriber', bounce('Unconfirmed'), failed('SUPPRESSED')],
    ['a DMARC policy', bounce('DMARCPolicy'), failed('UNAUTHORIZED')],
    ['a template that did not render', bounce('TemplateRenderingFailed'), failed('TEMPLATE_ERROR')],
    ['an error of the SMTP API', bounce('SMTPApiError'), failed('PROVIDER_ERROR')],
    ['a complaint that comes as a bounce', bounce('SpamComplaint'), { kind: 'complained' }],
  ])('tells of %s', async (_what, event, parts) => {
    const got = only(await readEvent(event));
    expect(got).toEqual(expected({ detail: got.detail, ...parts }));
  });

  it.each([
    ...[
      'AutoResponder',
      'AddressChange',
      'ChallengeVerification',
      'Subscribe',
      'Unsubscribe',
      'OpenRelayTest',
      'InboundError',
      'SomethingNew',
      'constructor',
    ].map((type) => [type, bounce(type)] as const),
    [
      'SubscriptionChange',
      {
        ...base,
        RecordType: 'SubscriptionChange',
        Recipient: ADA,
        ChangedAt: WHEN,
        Origin: 'Recipient',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
      },
    ] as const,
    ['Open', { ...base, RecordType: 'Open', Recipient: ADA, ReceivedAt: WHEN, FirstOpen: true }] as const,
    ['Click', { ...base, RecordType: 'Click', Recipient: ADA, ReceivedAt: WHEN }] as const,
    ['Inbound', { RecordType: 'Inbound', From: ADA }] as const,
    ['SomethingElse', { ...base, RecordType: 'SomethingElse' }] as const,
    ['nothing', {}] as const,
  ])('of %s decides nothing', async (_what, event) => {
    expect(await readEvent(event)).toEqual(read());
  });

  // Postmark tries a webhook with such an event, and takes it only if the answer is 200.
  it('with an example event is read, and is of no message of ours', async () => {
    expect(await readEvent({ ...delivery, Metadata: { example: 'value' } })).toEqual(read());
    expect(await readEvent({ ...delivery, Metadata: null })).toEqual(read());
    expect(await readEvent({ ...delivery, Metadata: { ...IDS, message_id: 'x' } })).toEqual(read());
  });

  it('names the copy that an event is about', async () => {
    expect(only(await readEvent({ ...delivery, Recipient: 'Copy@Example.ORG' })).address).toBe(
      'copy@example.org',
    );
    expect(await readEvent({ ...delivery, Recipient: 'no address' })).toEqual(read());
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['no time', 'soon'],
    ['to come', new Date(Date.now() + 3_600_000).toISOString()],
  ])('is dated now where the time is %s', async (_what, DeliveredAt) => {
    const before = Date.now();
    const { at } = only(await readEvent({ ...delivery, DeliveredAt }));
    expect(at.getTime()).toBeGreaterThanOrEqual(before);
    expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each(['', '[]', '{', 'null', '"x"', '<html>'])('whose body is %j is malformed', async (body) => {
    expect(await reader(shown(body))).toMatchObject({ kind: 'malformed' });
  });

  it('never fails, whatever it says', async () => {
    const event = fc.record({
      RecordType: sometimes('Delivery', 'Bounce', 'SpamComplaint'),
      Type: sometimes('HardBounce', 'DMARCPolicy'),
      Metadata: sometimes(IDS),
      Email: sometimes(ADA, undefined),
      Recipient: sometimes(ADA),
      BouncedAt: sometimes(AT, undefined),
      DeliveredAt: sometimes(AT),
      MessageID: sometimes(ID),
      Details: sometimes('smtp;550', 'x'.repeat(1000)),
    });
    await neverThrows((body) => reader(shown(body)), event);
  });
});

describe('the basic authentication of a webhook of Postmark', () => {
  const body = JSON.stringify(delivery);
  const refused = (word: string) => ({ kind: 'refused', reason: expect.stringContaining(word) });

  it.each([
    ['password', basic(USER, 'incorrect-horse-batt')],
    ['longer password', basic(USER, `${PASSWORD}x`)],
    ['user', basic('other', PASSWORD)],
    ['split', basic(`${USER}:correct`, 'horse-battery')],
    ['empty', basic('', '')],
    ['cut', basic(USER, PASSWORD).slice(0, -4)],
  ])('with a wrong %s is refused', async (_what, authorization) => {
    const reading = await reader(shown(body, authorization));
    expect(reading).toMatchObject(refused('webhook_password'));
    expect(JSON.stringify(reading)).not.toContain(PASSWORD);
  });

  it.each([
    ['none', {}],
    ['a bearer token', { authorization: `Bearer ${PASSWORD}` }],
    ['no credential', { authorization: 'Basic' }],
    ['two', { authorization: `${basic(USER, PASSWORD)}, ${basic(USER, PASSWORD)}` }],
  ])('that is %s is refused', async (_what, headers) => {
    expect(await reader(call(body, headers as Record<string, string>))).toMatchObject(
      refused('basic authentication'),
    );
  });

  it('may write its scheme as it likes (RFC 9110 section 11.1)', async () => {
    const authorization = basic(USER, PASSWORD).replace('Basic', 'basic');
    expect(await reader(shown(body, authorization))).toMatchObject({ kind: 'read' });
  });

  it.each(['webhook_username', 'webhook_password'])(
    'cannot be checked without %s, which the operator is told',
    async (missing) => {
      const without = readerOf('postmark', { ...account, [missing]: undefined });
      expect(await without(shown(body))).toMatchObject({
        kind: 'later',
        reason: expect.stringContaining('set webhook_username and webhook_password'),
      });
      expect(await without(shown(body, basic(USER, 'undefined')))).toMatchObject({ kind: 'later' });
    },
  );

  it('is checked before anything is parsed', async () => {
    expect(await reader(call('{'))).toMatchObject({ kind: 'refused' });
  });

  it('takes no name with a colon and no password that is quickly guessed', () => {
    const wrong = (more: object) =>
      postmark.settings.safeParse({ ...account, ...more }).error?.issues[0]?.message;
    expect(wrong({ webhook_username: 'a:b' })).toContain('colons');
    expect(wrong({ webhook_password: 'short' })).toContain('16 characters');
    expect(postmark.secrets).toContain('webhook_password');
  });
});
