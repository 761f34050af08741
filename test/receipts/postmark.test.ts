import fc from 'fast-check';
import { postmark } from '../../channels/email/postmark/provider';
import type { Receipt } from '../../core/receipts/receipt';
import { ADA, AT, callOf, OUR_FIELDS, OUR_IDS, readAs, readerOf } from '../support/receipts/call';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import { COMPLAINED, failed, HARD, SOFT, sometimes } from '../support/receipts/values';

const USER = 'heliograph';
const PASSWORD = 'correct-horse-battery';
const account = { server_token: 'server-token-01', webhook_username: USER, webhook_password: PASSWORD };

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const call = (body: string | Buffer, { stranger = false } = {}) =>
  callOf(body, { authorization: basic(USER, stranger ? 'incorrect-horse-batt' : PASSWORD) });
const showing = (authorization: string) => () => ({ headers: { authorization } });

const ID = '883953f4-6105-42a2-a16a-77a8eac79483';
const base = { MessageID: ID, ServerID: 23, MessageStream: 'outbound', Tag: 'welcome', Metadata: OUR_FIELDS };
/** Postmark gives seven digits of the second. */
const WHEN = '2026-11-20T08:30:15.2501234Z';
const at = new Date('2026-11-20T08:30:15.250Z');
const delivery = (more: object = {}) => ({
  ...{ ...base, RecordType: 'Delivery', Recipient: ADA, DeliveredAt: WHEN, Details: 'smtp;250 OK' },
  ...more,
});
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
const complaint = (more: object) => bounce('SpamComplaint', { RecordType: 'SpamComplaint', ...more });
const bounced = (type: string, fate: Partial<Receipt>) =>
  [type, bounce(type), { ...fate, detail: `${type}: smtp;550 5.1.1 unknown user` }] as const;
const ofAda = (RecordType: string, more: object = {}) => ({ ...base, RecordType, Recipient: ADA, ...more });

itReadsReceiptsOf<object>(postmark, {
  account,
  call,
  body: (event) => JSON.stringify(event),
  events: {
    receipt: { at, address: ADA, providerMessageId: ID },
    sample: ['a delivery', delivery(), { kind: 'delivered', detail: 'smtp;250 OK' }],
    tells: [
      ['a complaint', complaint({}), { ...COMPLAINED, detail: 'SpamComplaint: smtp;550 5.1.1 unknown user' }],
      bounced('HardBounce', HARD),
      bounced('BadEmailAddress', HARD),
      bounced('SoftBounce', SOFT),
      bounced('Transient', SOFT),
      bounced('DnsError', SOFT),
      bounced('Blocked', SOFT),
      bounced('Unknown', SOFT),
      bounced('SpamNotification', failed('REJECTED')),
      bounced('VirusNotification', failed('REJECTED')),
      bounced('ManuallyDeactivated', failed('SUPPRESSED')),
      bounced('Unconfirmed', failed('SUPPRESSED')),
      bounced('DMARCPolicy', failed('UNAUTHORIZED')),
      bounced('TemplateRenderingFailed', failed('TEMPLATE_ERROR')),
      bounced('SMTPApiError', failed('PROVIDER_ERROR')),
      bounced('SpamComplaint', COMPLAINED),
      [
        'a complaint without details',
        complaint({ Details: '' }),
        { ...COMPLAINED, detail: 'SpamComplaint: What such a bounce is.' },
      ],
    ],
    decidesNothing: [
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
      ['Open', ofAda('Open', { ReceivedAt: WHEN, FirstOpen: true })],
      ['Click', ofAda('Click', { ReceivedAt: WHEN })],
      ['Inbound', { RecordType: 'Inbound', From: ADA }],
      ['SomethingElse', ofAda('SomethingElse')],
      ['nothing', {}],
      // Postmark tries a webhook with such an event, and takes it only if the answer is 200.
      ['its example event', delivery({ Metadata: { example: 'value' } })],
      ['an event without metadata', delivery({ Metadata: null })],
    ],
    ofIds: (Metadata) => delivery({ Metadata }),
    time: { at: (DeliveredAt) => delivery({ DeliveredAt }), write: (date) => date.toISOString() },
    copies: { to: (Recipient) => delivery({ Recipient }), unnamed: 'the message’s own' },
    words: {
      row: (words) => [
        'words',
        bounce('Blocked', { Details: words }),
        { ...SOFT, detail: `Blocked: ${words}` },
      ],
      hides: [],
      end: '',
    },
  },
  any: fc.record({
    RecordType: sometimes('Delivery', 'Bounce', 'SpamComplaint'),
    Type: sometimes('HardBounce', 'DMARCPolicy'),
    Metadata: sometimes(OUR_FIELDS),
    Email: sometimes(ADA, undefined),
    Recipient: sometimes(ADA),
    BouncedAt: sometimes(AT, undefined),
    DeliveredAt: sometimes(AT),
    MessageID: sometimes(ID),
    Details: sometimes('smtp;550', 'x'.repeat(1000)),
  }),
  malformed: ['[]'],
  malformedReason: /not an event in JSON/,
  proof: {
    covers: 'nothing',
    headers: { authorization: 'Basic ' },
    missing: /no basic authentication/,
    wrong: /webhook_username and webhook_password/,
    refused: [
      ['with a longer password', showing(basic(USER, `${PASSWORD}x`)), /webhook_password/],
      ['with another user', showing(basic('other', PASSWORD)), /webhook_password/],
      [
        'with name and password split elsewhere',
        showing(basic(`${USER}:correct`, 'horse-battery')),
        /webhook_password/,
      ],
      ['with nothing in it', showing(basic('', '')), /webhook_password/],
      ['with a credential that is cut', showing(basic(USER, PASSWORD).slice(0, -4)), /webhook_password/],
      ['with a bearer token', showing(`Bearer ${PASSWORD}`), /no basic authentication/],
      ['with no credential', showing('Basic'), /no basic authentication/],
      ['with two', showing(`${basic(USER, PASSWORD)}, ${basic(USER, PASSWORD)}`), /no basic authentication/],
    ],
    taken: [
      // RFC 9110 section 11.1.
      ['with a scheme in lower case', showing(basic(USER, PASSWORD).replace('Basic', 'basic'))],
      [
        'with a scheme in upper case and more spaces',
        showing(basic(USER, PASSWORD).replace('Basic', 'BASIC  ')),
      ],
    ],
    unset: ['webhook_username', 'webhook_password'].map((name) => [
      name,
      { ...account, [name]: undefined },
      /set webhook_username and webhook_password/,
    ]),
  },
  wrongSettings: [
    ['webhook_username', 'a:b', /colons/],
    ['webhook_password', 'short', /16 characters/],
  ],
  secrets: ['webhook_password'],
});

describe('a change of Postmark’s own list', () => {
  const read = readerOf(postmark)(account);
  const tell = (more: object) =>
    read(
      call(
        JSON.stringify(
          ofAda('SubscriptionChange', {
            ...{ ChangedAt: WHEN, Origin: 'Recipient', MessageID: null },
            ...more,
          }),
        ),
      ),
    );
  const change = { channel: 'email', address: ADA, at };

  it.each([
    ['HardBounce', 'Recipient', 'hard_bounce'],
    ['SpamComplaint', 'Recipient', 'complaint'],
    ['ManualSuppression', 'Recipient', 'opt_out'],
    ['ManualSuppression', 'Customer', 'manual'],
    ['ManualSuppression', 'Admin', 'manual'],
  ])('that is %s by %s suppresses as %s', async (SuppressionReason, Origin, reason) => {
    const said = { SuppressSending: true, SuppressionReason, Origin };
    const optChanges = [{ ...change, optedOut: true, reason }];
    // The recipient left the stream of a message. All else is of the address.
    const its = reason === 'opt_out' ? { message: OUR_IDS, list: 'stream outbound' } : {};
    expect(await tell(said)).toStrictEqual({ ...readAs(), optChanges: [{ ...optChanges[0], ...its }] });
    expect(await tell({ ...said, Metadata: {} })).toStrictEqual({ ...readAs(), optChanges });
  });

  it('that takes an address off the list lifts an opt-out', async () => {
    const optChanges = [{ ...change, optedOut: false, reason: 'opt_out' }];
    expect(await tell({ SuppressSending: false, SuppressionReason: null, Metadata: {} })).toStrictEqual({
      ...readAs(),
      optChanges,
    });
  });

  it.each([
    { SuppressSending: true, SuppressionReason: 'SomethingNew' },
    { SuppressSending: 'true', SuppressionReason: 'HardBounce' },
    { SuppressSending: true, SuppressionReason: 'HardBounce', Recipient: 'nobody' },
    { SuppressSending: true, SuppressionReason: 'ManualSuppression', MessageStream: 'newsletter' },
  ])('changes nothing with %j', async (said) => {
    expect(await tell(said)).toStrictEqual(readAs());
  });
});
