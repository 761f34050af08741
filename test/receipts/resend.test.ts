import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook } from 'svix';
import { resend } from '../../channels/email/resend/provider';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import type { Receipt } from '../../core/receipts/receipt';
import { ADA, AT, because, callOf, OUR_FIELDS, readerOf } from '../support/receipts/call';
import { NOW, NOW_S } from '../support/receipts/clock';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import type { Signing } from '../support/receipts/refuses-calls';
import { COMPLAINED, failed, HARD, SOFT, sometimes } from '../support/receipts/values';

const SECRET = `whsec_${Buffer.from('a key of thirty-two bytes, exact').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`;
const account = { api_key: 're_0123456789', webhook_secret: SECRET };

/** As Svix signs, which sends Resend's webhooks. */
function call(said: string | Buffer, { at = NOW_S, stranger = false }: Signing = {}) {
  const body = String(said);
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  return callOf(body, {
    'svix-id': id,
    'svix-timestamp': String(at),
    'svix-signature': new Webhook(stranger ? OTHER : SECRET).sign(id, new Date(at * 1000), body),
  });
}
const showing = (name: string, of: (genuine: ReceiptRequest) => string) => (genuine: ReceiptRequest) => ({
  headers: { ...genuine.headers, [name]: of(genuine) },
});
const signatureOf = ({ headers }: ReceiptRequest) => headers['svix-signature']!;

const ID = '56761188-7520-42d8-8898-ff6fc54ce618';
const event = (type: string, more: object = {}, created_at: unknown = AT.toISOString()) => ({
  type,
  created_at,
  data: {
    created_at: '2026-11-20T08:30:11.894719+00:00',
    email_id: ID,
    message_id: '<111-222-333@email.example.com>',
    from: 'Shop <shop@example.com>',
    to: [ADA],
    subject: 'Hej',
    tags: OUR_FIELDS,
    ...more,
  },
});
const NO = 'The mailbox said no.';
const bounce = (type?: string, subType?: string, more: object = {}) =>
  event('email.bounced', { bounce: { message: NO, subType, type, ...more } });
const bounced = (type: string, subType: string, fate: Partial<Receipt>) =>
  [`${type}/${subType}`, bounce(type, subType), { ...fate, detail: `${type}: ${subType}: ${NO}` }] as const;
const failure = (reason: string, code: Receipt['code']) =>
  [reason, event('email.failed', { failed: { reason } }), { ...failed(code), detail: reason }] as const;
const suppressed = { message: 'On the list.', type: 'OnAccountSuppressionList' };

itReadsReceiptsOf<object>(resend, {
  account,
  call,
  body: (one) => JSON.stringify(one),
  events: {
    receipt: { at: AT, address: ADA, providerMessageId: ID },
    sample: ['email.sent', event('email.sent'), { kind: 'sent' }],
    tells: [
      ['email.delivered', event('email.delivered'), { kind: 'delivered' }],
      ['email.complained', event('email.complained'), COMPLAINED],
      bounced('Permanent', 'General', HARD),
      bounced('Permanent', 'NoEmail', HARD),
      bounced('Permanent', 'Suppressed', HARD),
      bounced('Permanent', 'OnAccountSuppressionList', HARD),
      bounced('Transient', 'General', SOFT),
      bounced('Transient', 'MailboxFull', SOFT),
      bounced('Transient', 'MessageTooLarge', failed('REJECTED')),
      bounced('Transient', 'ContentRejected', failed('REJECTED')),
      bounced('Transient', 'AttachmentRejected', failed('REJECTED')),
      bounced('Undetermined', 'Undetermined', SOFT),
      [
        'a bounce with the server’s words',
        bounce('Permanent', 'General', { diagnosticCode: ['smtp; 550 5.1.1 user unknown'] }),
        { ...HARD, detail: 'Permanent: General: smtp; 550 5.1.1 user unknown' },
      ],
      [
        'a transient bounce with the server’s words',
        bounce('Transient', 'General', { diagnosticCode: ['smtp; 451 4.7.1 greylisted'] }),
        { ...SOFT, detail: 'Transient: General: smtp; 451 4.7.1 greylisted' },
      ],
      [
        'a permanent bounce without words',
        bounce('Permanent', 'General', { diagnosticCode: [] }),
        { ...HARD, detail: `Permanent: General: ${NO}` },
      ],
      [
        'a full mailbox without words',
        bounce('Transient', 'MailboxFull', { diagnosticCode: [] }),
        { ...SOFT, detail: `Transient: MailboxFull: ${NO}` },
      ],
      ['a bounce without a type', bounce(), { ...SOFT, detail: NO }],
      ['a bounce without more', event('email.bounced'), SOFT],
      [
        'email.suppressed',
        event('email.suppressed', { suppressed }),
        { ...failed('SUPPRESSED'), detail: 'OnAccountSuppressionList: On the list.' },
      ],
      failure('reached_daily_quota', 'RATE_LIMITED'),
      failure('rate_limit_exceeded', 'RATE_LIMITED'),
      failure('invalid_api_key', 'UNAUTHORIZED'),
      failure('domain_not_verified', 'UNAUTHORIZED'),
      failure('invalid_recipient', 'INVALID_RECIPIENT'),
      failure('could_not_generate', 'PROVIDER_ERROR'),
      ['a failure without a reason', event('email.failed'), failed('PROVIDER_ERROR')],
      [
        'two recipients',
        event('email.sent', { to: [ADA, 'b@example.org'] }),
        { kind: 'sent', address: undefined },
      ],
      ['no recipient', event('email.sent', { to: [] }), { kind: 'sent', address: undefined }],
      ['recipients that are no list', event('email.sent', { to: ADA }), { kind: 'sent', address: undefined }],
      [
        'a copy with its name',
        event('email.complained', { to: ['Copy <Copy@Example.ORG>'] }),
        { ...COMPLAINED, address: 'copy@example.org' },
      ],
    ],
    decidesNothing: [
      ...[
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
      ].map((type) => [type, event(type)] as const),
      ['an automatic reply', bounce('Transient', 'General', { diagnosticCode: [] })],
      ['an event without tags', event('email.delivered', { tags: undefined })],
      ['an event with other tags', event('email.delivered', { tags: { category: 'confirm_email' } })],
      ['an event without data', { type: 'email.delivered', created_at: AT }],
    ],
    ofIds: (tags) => event('email.sent', { tags }),
    time: { at: (at) => ({ ...event('email.sent'), created_at: at }), write: (date) => date.toISOString() },
    copies: { to: (address) => event('email.sent', { to: [address] }), unnamed: 'the message’s own' },
    words: {
      row: (words) => [
        'words',
        bounce('Permanent', 'General', { message: words }),
        { ...HARD, detail: `Permanent: General: ${words}` },
      ],
      hides: [],
      end: '',
    },
  },
  any: fc.record({
    type: sometimes('email.sent', 'email.bounced', 'email.failed', 'email.suppressed'),
    created_at: sometimes(AT),
    data: fc.oneof(
      fc.jsonValue(),
      fc.record({
        email_id: sometimes(ID),
        to: sometimes([ADA]),
        tags: sometimes(OUR_FIELDS),
        bounce: sometimes({ type: 'Permanent', subType: 'General' }),
        failed: sometimes({ reason: 'x'.repeat(1000) }),
        suppressed: sometimes({ type: 'x' }),
      }),
    ),
  }),
  malformed: ['[]'],
  malformedReason: /not an event in JSON/,
  proof: {
    covers: 'bytes',
    headers: { 'svix-id': '', 'svix-timestamp': '', 'svix-signature': 'v1,' },
    missing: /Missing required headers.*webhook_secret/,
    wrong: /No matching signature.*webhook_secret/,
    times: { past: [300, /too old/], ahead: [300, /too new/] },
    refused: [
      ['with another id', showing('svix-id', () => 'msg_other'), /No matching signature/],
      ['with another time', showing('svix-timestamp', () => String(NOW_S - 30)), /No matching signature/],
      [
        'with a signature of another version',
        showing('svix-signature', (of) => signatureOf(of).replace('v1,', 'v2,')),
        /No matching signature/,
      ],
      ['with a version alone', showing('svix-signature', () => 'v1'), /No matching signature/],
    ],
    taken: [
      [
        'as Standard Webhooks sign',
        showing('svix-signature', ({ headers, body }) =>
          new StandardWebhook(SECRET).sign(headers['svix-id']!, NOW, String(body)),
        ),
      ],
      [
        'with one signature of several, while the secret is being rotated',
        showing('svix-signature', (of) => {
          const old = call(of.body, { stranger: true });
          return `${signatureOf(old)} ${signatureOf(of)} v1a,x`;
        }),
      ],
    ],
    unset: [['webhook_secret', { ...account, webhook_secret: undefined }, /set webhook_secret/]],
  },
  wrongSettings: ['whsec_', 'whsec_%%%', 'x', '', Buffer.from('no prefix').toString('base64')].map(
    (wrong) => ['webhook_secret', wrong, /whsec_/],
  ),
  secrets: ['webhook_secret'],
});

it('a call of bytes that only read like the text that was signed is refused', async () => {
  const text = JSON.stringify(bounce('Permanent', 'General', { message: '\ufffd' }));
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(Buffer.from('\ufffd'));
  const altered = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
  expect(altered.toString('utf8')).toBe(text);
  const reading = await readerOf(resend)(account)({ ...call(text), body: altered });
  expect(reading).toEqual(because('refused', /UTF-8/));
});
