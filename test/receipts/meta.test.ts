import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import type { OptWords } from '../../channels/opt-outs/words';
import { meta } from '../../channels/whatsapp/meta/provider';
import { metaReceipts } from '../../channels/whatsapp/meta/receipts';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import type { Receipt } from '../../core/receipts/receipt';
import { AT, callOf, OUR_QUERY, queryOf, readAs } from '../support/receipts/call';
import { NOW } from '../support/receipts/clock';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import type { Signing } from '../support/receipts/refuses-calls';
import { failed } from '../support/receipts/values';

const APP_SECRET = '0f'.repeat(16);
const VERIFY_TOKEN = 'a-word-of-our-own';
const NUMBER_ID = '106540352242922';
const account = {
  access_token: 'EAAG-access-token-0123456789',
  phone_number_id: NUMBER_ID,
  app_secret: APP_SECRET,
  verify_token: VERIFY_TOKEN,
};
const WAMID = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA';
const PERSON = '16505551234';

/** The scheme as Meta documents it: HMAC-SHA256 of the body. */
function call(body: string | Buffer, { stranger = false }: Signing = {}): ReceiptRequest {
  const hex = createHmac('sha256', stranger ? VERIFY_TOKEN : APP_SECRET)
    .update(body)
    .digest('hex');
  return callOf(body, { 'x-hub-signature-256': `sha256=${hex}` });
}
const showing = (of: (signature: string) => string) => (genuine: ReceiptRequest) => ({
  headers: { 'x-hub-signature-256': of(genuine.headers['x-hub-signature-256']!) },
});

/** One status (docs: Status messages webhook reference). */
const statusOf = (status: unknown, changes: object = {}) => ({
  id: WAMID,
  status,
  timestamp: String(AT.getTime() / 1000),
  recipient_id: PERSON,
  biz_opaque_callback_data: OUR_QUERY,
  pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  ...changes,
});
const valueOf = (more: object, phone_number_id: unknown = NUMBER_ID) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550783881', phone_number_id },
  ...more,
});
const changeOf = (value: unknown, field = 'messages') => ({ value, field });
const entryOf = (...changes: unknown[]) => ({ id: '102290129340398', changes });
/** The entries of a webhook with these statuses. */
const statuses = (...all: unknown[]): unknown[] => [entryOf(changeOf(valueOf({ statuses: all })))];
const withValue = (more: object, field?: string) => [entryOf(changeOf(valueOf(more), field))];

const says = (status: string, kind: 'sent' | 'delivered') =>
  [status, statuses(statusOf(status)), { kind, detail: status }] as const;
const failedWith = (code: number, ours: Receipt['code']) =>
  [
    `failed with code ${code}`,
    statuses(
      statusOf('failed', {
        errors: [{ code, title: 'No', message: 'No', error_data: { details: 'Details' }, href: 'https://x' }],
      }),
    ),
    { ...failed(ours), detail: `failed, code ${code}: No; Details` },
  ] as const;
const UNKNOWN = { ...failed('PROVIDER_ERROR'), detail: 'failed' };
const SENT = { kind: 'sent', detail: 'sent' } as const;
const DELIVERED = { kind: 'delivered', detail: 'delivered' } as const;
const sent = statusOf('sent');

itReadsReceiptsOf<readonly unknown[]>(meta, {
  account,
  call,
  body: (entry) => JSON.stringify({ object: 'whatsapp_business_account', entry }),
  events: {
    receipt: { at: AT, providerMessageId: WAMID },
    sample: ['delivered', statuses(statusOf('delivered')), DELIVERED],
    tells: [
      says('sent', 'sent'),
      says('read', 'delivered'),
      says('played', 'delivered'),
      failedWith(131_026, 'INVALID_RECIPIENT'),
      failedWith(131_049, 'REJECTED'),
      // It is about marketing, and no opt-out.
      failedWith(131_050, 'REJECTED'),
      failedWith(132_001, 'REJECTED'),
      failedWith(131_042, 'PROVIDER_ERROR'),
      failedWith(131_000, 'PROVIDER_ERROR'),
      failedWith(130_429, 'RATE_LIMITED'),
      failedWith(190, 'UNAUTHORIZED'),
      failedWith(999_999, 'PROVIDER_ERROR'),
      [
        'failed outside the window, with our advice',
        statuses(statusOf('failed', { errors: [null, { code: 131_047, title: 'Re-engagement message' }] })),
        {
          ...failed('REJECTED'),
          detail:
            'failed, code 131047: Re-engagement message; outside the 24-hour window only an approved template may be sent: give the event a WhatsApp template',
        },
      ],
      ...[undefined, null, [], 'none', [null, { title: 'no code' }]].map(
        (errors) =>
          [
            `failed with errors ${JSON.stringify(errors)}`,
            statuses(statusOf('failed', { errors })),
            UNKNOWN,
          ] as const,
      ),
      [
        'a time in seconds that is a number',
        statuses(statusOf('sent', { timestamp: AT.getTime() / 1000 })),
        SENT,
      ],
      ...['0', -5].map(
        (timestamp) =>
          [`the time ${timestamp}`, statuses(statusOf('sent', { timestamp })), { ...SENT, at: NOW }] as const,
      ),
      [
        'a message without an id',
        statuses(statusOf('sent', { id: 7 })),
        { ...SENT, providerMessageId: undefined },
      ],
      [
        'many entries, changes and statuses, whatever else is in the lists',
        [
          null,
          entryOf(
            changeOf(valueOf({ statuses: [sent, null, 'x', {}, statusOf('delivered')] })),
            ...[changeOf(7), null],
          ),
          { changes: 'none' },
          entryOf(
            changeOf(valueOf({ statuses: 'none' })),
            changeOf(valueOf({ statuses: [statusOf('failed')] })),
          ),
        ],
        [SENT, DELIVERED, UNKNOWN],
      ],
      ...['106540352242923', '', null, Number(NUMBER_ID)].map(
        (id) =>
          [
            `only what is about our number, and not about ${id}`,
            [entryOf(changeOf(valueOf({ statuses: [sent] }, id))), ...statuses(statusOf('delivered'))],
            DELIVERED,
          ] as const,
      ),
    ],
    decidesNothing: [
      ...['deleted', 'warning', 'teleported', 7, null].map(
        (status) => [`the status ${status}`, statuses(statusOf(status))] as const,
      ),
      ...[undefined, null, 'order-4711', 7].map(
        (id) => [`${id} for our ids`, statuses(statusOf('sent', { biz_opaque_callback_data: id }))] as const,
      ),
      ...['message_template_status_update', 'account_update', 'statuses'].map(
        (field) => [`the field ${field}`, withValue({ statuses: [sent] }, field)] as const,
      ),
      ['no entries', []],
    ],
    ofIds: (ids) => statuses(statusOf('delivered', { biz_opaque_callback_data: queryOf(ids) })),
    time: {
      at: (timestamp) => statuses(statusOf('delivered', { timestamp })),
      write: (date) => String(date.getTime() / 1000),
    },
    words: {
      row: (message) => [
        'words',
        statuses(statusOf('failed', { errors: [{ code: 100, message }] })),
        { ...failed('REJECTED'), detail: `failed, code 100: ${message}` },
      ],
      hides: [account.access_token, APP_SECRET, VERIFY_TOKEN],
      end: '…',
    },
  },
  any: fc
    .array(
      fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            id: fc.jsonValue(),
            status: fc.oneof(fc.constantFrom('sent', 'failed', 'read'), fc.jsonValue()),
            timestamp: fc.jsonValue(),
            biz_opaque_callback_data: fc.oneof(fc.constant(OUR_QUERY), fc.jsonValue()),
            errors: fc.oneof(
              fc.jsonValue(),
              fc.array(fc.record({ code: fc.jsonValue(), title: fc.jsonValue() })),
            ),
          },
          { requiredKeys: [] },
        ),
      ),
    )
    .map((all) => statuses(...all)),
  malformed: ['[]', '{}', '{"entry":7}'],
  malformedReason: /not a webhook of Meta/,
  proof: {
    covers: 'bytes',
    headers: { 'x-hub-signature-256': 'sha256=' },
    missing: /no X-Hub-Signature-256/,
    wrong: /not Meta's: check that app_secret is/,
    refused: [
      [
        'with the old SHA-1 header',
        ({ headers }) => ({ headers: { 'x-hub-signature': headers['x-hub-signature-256']! } }),
        /no X-Hub/,
      ],
      ['with more than the signature', showing((signature) => `${signature}00`), /no X-Hub/],
      ['with two signatures', showing((signature) => `${signature}, ${signature}`), /no X-Hub/],
      ['without sha256=', showing((signature) => signature.slice(7)), /no X-Hub/],
      [
        'with the same in other bytes',
        ({ body }) => ({ body: Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)) }),
        /app_secret/,
      ],
    ],
    taken: [
      [
        'with the signature in upper case',
        showing((signature) => `sha256=${signature.slice(7).toUpperCase()}`),
      ],
    ],
    unset: [['app_secret', { ...account, app_secret: undefined }, /set app_secret/]],
  },
  wrongSettings: [
    ['app_secret', '', /./],
    ['verify_token', 'two words', /printable ASCII/],
  ],
  secrets: ['access_token', 'app_secret', 'verify_token'],
});

describe('what people write to our number', () => {
  const tell = (more: object, { field = 'messages', words }: { field?: string; words?: OptWords } = {}) => {
    const entry = withValue(more, field);
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    return metaReceipts(account, words)(call(body));
  };
  const timestamp = String(AT.getTime() / 1000);
  const from = (message: object) => ({
    contacts: [{ profile: { name: 'Sheena' }, wa_id: PERSON }],
    messages: [{ from: PERSON, id: WAMID, timestamp, ...message }],
  });
  const text = (body: unknown, more: object = {}) => from({ type: 'text', text: { body }, ...more });
  const changed = (optedOut: boolean, address = `+${PERSON}`) => ({
    ...readAs(),
    optChanges: [{ channel: 'whatsapp', address, optedOut, at: AT }],
  });
  const button = (payload: string, words: string) =>
    from({ type: 'button', button: { payload, text: words }, context: { id: WAMID } });
  const reply = (id: string, title: string) =>
    from({ type: 'interactive', interactive: { type: 'button_reply', button_reply: { id, title } } });

  it.each<[string, object, boolean]>([
    ['STOP', text('STOP'), true],
    ['Stop.', text('Stop.'), true],
    ['STOP!', text(' STOP! '), true],
    ['ARRET', text('ARRET'), true],
    ['Arrêt', text('Arrêt'), true],
    ['START', text('start'), false],
    ['a quick reply by its payload', button('STOP', 'Keine Nachrichten mehr'), true],
    ['a quick reply by its text', button('choice-2', 'Stop'), true],
    ['a reply button by its id', reply('stop', 'No more'), true],
    ['a reply button by its title', reply('7', 'START'), false],
  ])('%s', async (_what, value, optedOut) => {
    expect(await tell(value)).toStrictEqual(changed(optedOut));
  });

  it.each([
    ['a sentence', text('Please stop')],
    ['nothing', text('')],
    ['what is no text', text(7)],
    ['a picture', from({ type: 'image', image: { caption: 'STOP' } })],
    ['a message of nobody', text('STOP', { from: 'nobody' })],
    ['what is no message', { messages: [null, 7, 'STOP'] }],
  ])('%s changes nothing', async (_what, value) => {
    expect(await tell(value)).toStrictEqual(readAs());
  });

  it('words of the settings count besides the common ones', async () => {
    const words = { stop: ['stopp das'], start: ['weiter'] };
    expect(await tell(text('Stopp das!'), { words })).toStrictEqual(changed(true));
    expect(await tell(text('WEITER'), { words })).toStrictEqual(changed(false));
    expect(await tell(text('STOP'), { words })).toStrictEqual(changed(true));
  });

  it('numbers are as WhatsApp writes them', async () => {
    expect(await tell(text('STOP', { from: '5215512345678' }))).toStrictEqual(
      changed(true, '+5215512345678'),
    );
  });

  it.each([
    ['beside no number', { from: undefined, from_user_id: 'US.13491208655302741918' }],
    ['in the place of the number', { from: 'US.13491208655302741918' }],
  ])('somebody without a number is known by the identity %s', async (_what, who) => {
    expect(await tell(text('STOP', who))).toStrictEqual(changed(true, 'US.13491208655302741918'));
  });

  it.each([
    ['stop', true],
    ['resume', false],
  ])('the preference %s', async (value, optedOut) => {
    const detail = `User requested to ${value} marketing messages`;
    const preference = { wa_id: PERSON, detail, category: 'marketing_messages', value, timestamp };
    const preferences = { user_preferences: [preference, { ...preference, category: 'other' }, null] };
    expect(await tell(preferences, { field: 'user_preferences' })).toStrictEqual(changed(optedOut));
    expect(await tell(preferences)).toStrictEqual(readAs());
  });
});
