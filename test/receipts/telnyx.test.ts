import fc from 'fast-check';
import { telnyx } from '../../channels/sms/telnyx/provider';
import type { Receipt } from '../../core/receipts/receipt';
import { AT, OUR_FIELDS, OUR_QUERY, PHONE, queryOf, readerOf } from '../support/receipts/call';
import { NOW, NOW_S } from '../support/receipts/clock';
import { itReadsOptOuts } from '../support/receipts/opt-outs';
import { itReadsReceiptsOf } from '../support/receipts/reader-kit';
import {
  account,
  API_KEY,
  bodyOf,
  call,
  finalized,
  ID,
  inbound,
  keys,
  OTHER,
  outbound,
  PATH,
  public_key,
  type Said,
  SIGNATURE,
  TIMESTAMP,
} from '../support/receipts/telnyx-calls';
import { failed } from '../support/receipts/values';
import { rounds } from '../support/property-runs';

const passed = (event_type: string, status: string, kind: 'sent' | 'delivered') =>
  [`${event_type}, ${status}`, { event_type, payload: outbound(status) }, { kind, detail: status }] as const;
const failedWith = (
  status: string,
  code: string,
  ours: Receipt['code'],
  words = 'Not routable: No such number',
) =>
  [
    `${status} with code ${code}`,
    finalized(status, { errors: [{ code, title: 'Not routable', detail: 'No such number' }] }),
    { ...failed(ours), detail: `${status}, code ${code}: ${words}` },
  ] as const;
const UNKNOWN = { ...failed('PROVIDER_ERROR'), detail: 'delivery_failed' };
const withoutCode = (errors: unknown) =>
  [`errors ${JSON.stringify(errors)}`, finalized('delivery_failed', { errors }), UNKNOWN] as const;
const DELIVERED = { kind: 'delivered', detail: 'delivered' } as const;
/** Where the body has not our address, the address that was called counts. */
const elsewhere = (webhook_url: unknown) =>
  [`webhook_url ${JSON.stringify(webhook_url)}`, finalized('delivered', { webhook_url }), DELIVERED] as const;
const atOtherPath = (path: string) =>
  [`a call at ${path}`, finalized('delivered', {}, { path }), DELIVERED] as const;

itReadsReceiptsOf<Said>(telnyx, {
  account,
  call,
  body: bodyOf,
  path: ({ path }) => path,
  events: {
    receipt: { at: AT, providerMessageId: ID },
    sample: ['delivered', finalized('delivered'), DELIVERED],
    tells: [
      passed('message.sent', 'queued', 'sent'),
      passed('message.sent', 'sending', 'sent'),
      passed('message.sent', 'sent', 'sent'),
      passed('message.finalized', 'sent', 'sent'),
      passed('message.finalized', 'delivery_unconfirmed', 'sent'),
      passed('message.finalized', 'read', 'delivered'),
      failedWith('sending_failed', '40310', 'INVALID_RECIPIENT'),
      failedWith('sending_failed', '40302', 'REJECTED'),
      failedWith('sending_failed', '40333', 'PROVIDER_ERROR'),
      failedWith('delivery_failed', '40001', 'INVALID_RECIPIENT'),
      failedWith('delivery_failed', '40002', 'REJECTED'),
      failedWith('delivery_failed', '40006', 'PROVIDER_ERROR'),
      failedWith('delivery_failed', '40011', 'RATE_LIMITED'),
      failedWith('sending_failed', '10008', 'PROVIDER_ERROR'),
      failedWith('expired', '49999', 'PROVIDER_ERROR'),
      ...[[], null, 'none', [{ title: 'no code' }], undefined].map(withoutCode),
      [
        'an error behind one that is none',
        finalized('expired', { errors: [null, { title: 'no code' }, { code: 40002 }] }),
        { ...failed('REJECTED'), detail: 'expired, code 40002' },
      ],
      [
        'a person who has opted out',
        finalized('sending_failed', { errors: [{ code: '40300', title: 'Blocked due to STOP message' }] }),
        {
          ...{ ...failed('REJECTED'), optedOut: true },
          detail: 'sending_failed, code 40300: Blocked due to STOP message',
        },
      ],
      [
        'each recipient, whatever else is in the list',
        finalized('', {
          to: [null, { status: 7 }, 'x', { status: 'delivered' }, {}, { status: 'delivery_failed' }],
        }),
        [DELIVERED, UNKNOWN],
      ],
      ['a time that is a number', finalized('delivered', {}, { occurred_at: 5 }), { ...DELIVERED, at: NOW }],
      [
        'a message without an id',
        finalized('delivered', { id: 7 }),
        { ...DELIVERED, providerMessageId: undefined },
      ],
      ...[undefined, null, 'https://other.example.com', 'no address', 7].map(elsewhere),
      // The body is signed, the address that was called is not.
      ...[PATH, `${PATH}?${OUR_QUERY.replace(OUR_FIELDS.message_id, OTHER)}`].map(atOtherPath),
    ],
    decidesNothing: [
      ['a status that is new', finalized('teleported')],
      ['a link', { event_type: 'message.link_clicked', payload: { url: 'https://example.com' } }],
      ['a call', { event_type: 'call.initiated', payload: {} }],
      ['a campaign', { event_type: '10dlc.campaign.update', payload: null }],
    ],
    ofIds: (ids) => finalized('delivered', { webhook_url: null }, { path: `${PATH}?${queryOf(ids)}` }),
    time: {
      at: (occurred_at) => finalized('delivered', {}, { occurred_at }),
      write: (date) => date.toISOString(),
    },
    words: {
      row: (detail) => [
        'words',
        finalized('delivery_failed', { errors: [{ code: '40002', detail }] }),
        { ...failed('REJECTED'), detail: `delivery_failed, code 40002: ${detail}` },
      ],
      hides: [API_KEY],
      end: '…',
    },
  },
  any: fc.record({
    event_type: fc.constantFrom('message.sent', 'message.finalized', 'message.received', 'x'),
    payload: fc.oneof(
      fc.jsonValue(),
      fc.jsonValue().map((to) => ({ ...(to as object), to })),
      fc.record({
        to: fc.array(
          fc.oneof(fc.constantFrom({ status: 'delivered' }, { status: 'expired' }), fc.jsonValue()),
        ),
        errors: fc.oneof(
          fc.jsonValue(),
          fc.array(fc.record({ code: fc.jsonValue(), title: fc.jsonValue() })),
        ),
        from: fc.oneof(fc.constant({ phone_number: PHONE }), fc.jsonValue()),
      }),
    ),
  }),
  malformed: [
    ...['[]', '{}', '{"data":{}}', 'message_id=1'],
    bodyOf({ event_type: 'message.finalized', payload: {} }),
    bodyOf({ event_type: 'message.finalized', payload: { to: 'me' } }),
    bodyOf({ event_type: 'message.received', payload: { text: 'STOP' } }),
  ],
  malformedReason:
    /not an event of Telnyx|^message\.finalized without recipients|^message\.received without a sender/,
  proof: {
    covers: 'bytes',
    headers: { [SIGNATURE]: '', [TIMESTAMP]: '' },
    missing: /no telnyx-signature-ed25519 and telnyx-timestamp/,
    wrong: /not Telnyx's: check that public_key is/,
    times: { past: [300, /5 minutes/], ahead: [300, /5 minutes/] },
    refused: [
      [
        'with another time',
        ({ headers }) => ({ headers: { ...headers, [TIMESTAMP]: String(NOW_S + 1) } }),
        /public_key/,
      ],
      ...['soon', '1e99', '-1'].map(
        (at) => [`signed at ${at}`, ({ body }: { body: Buffer }) => call(body, { at }), /5 minutes/] as const,
      ),
      ['by GET', () => ({ method: 'GET', body: Buffer.alloc(0) }), /public_key/],
    ],
    unset: [['public_key', { ...account, public_key: undefined }, /set public_key/]],
  },
  wrongSettings: [
    ...['', 'x', public_key.slice(1), `${public_key}=`],
    keys.publicKey.export({ format: 'pem', type: 'spki' }),
  ].map((wrong) => ['public_key', wrong, /base64 of 32 bytes|expected string/i]),
  secrets: ['api_key'],
});

describe('a message to our number at Telnyx', () => {
  const read = readerOf(telnyx)(account);
  itReadsOptOuts({
    stop: [
      'STOP',
      ' stop\n',
      'StopAll',
      'STOP ALL',
      'UNSUBSCRIBE',
      'CANCEL',
      'END',
      'QUIT',
      'Stop.',
      'STOP!',
      'arrêt',
      'STOP  ALL',
    ],
    start: ['START', 'unstop '],
    neither: ['', '.', 'Stop please', 'YES', 'HELP'],
    judged: [
      ['STOP', 'arrêt', true],
      ['START', 'join', false],
      ['HELP', 'STOP', undefined],
    ],
    nobody: [
      { from: { phone_number: '12345' } },
      { from: { phone_number: 'ACME' } },
      { type: 'WHATSAPP' },
      { text: null },
    ],
    read: (words, autoresponse_type = undefined, more = {}) => {
      const payload = inbound(words, { autoresponse_type, ...more });
      return read(call(bodyOf({ event_type: 'message.received', payload }), { path: PATH }));
    },
    at: AT,
  });
});

it('a public_key of any 32 bytes refuses what it did not sign', async () => {
  const open = readerOf(telnyx);
  const other = fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
    const reader = open({ ...account, public_key: Buffer.from(bytes).toString('base64') });
    return (await reader(call('{}'))).kind === 'refused';
  });
  await fc.assert(other, rounds(1));
});
