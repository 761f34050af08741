import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { definitionOf } from '../../channels/catalog';
import type { ReceiptRequest } from '../../channels/receipts';
import type { Receipt } from '../../core/receipt';
import {
  callOf,
  expectLater,
  expectRefused,
  OUR_IDS,
  OUR_QUERY,
  readerOf,
} from '../support/receipts/text-call';

const API_KEY = 'KEY0123456789ABCDEF_secret';
const PATH = '/receipts/telnyx/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111';
const ID = '40385f64-5717-4562-b3fc-2c963f66afa6';
const OTHER = '11111111-1111-4111-8111-111111111111';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
const stranger = generateKeyPairSync('ed25519').privateKey;

const now = () => Math.floor(Date.now() / 1000);

/** The scheme as Telnyx documents it: Ed25519 over time, bar and body. */
function signed(
  body: string | Buffer,
  { at = String(now()), key = privateKey, path = `${PATH}?${OUR_QUERY}` } = {},
): ReceiptRequest {
  const bytes = Buffer.from(body);
  const signature = sign(null, Buffer.concat([Buffer.from(`${at}|`), bytes]), key).toString('base64');
  const headers = { 'content-type': 'application/json', 'telnyx-timestamp': at };
  return callOf(path, { headers: { ...headers, 'telnyx-signature-ed25519': signature }, body: bytes });
}

const OCCURRED = '2026-02-03T18:10:02.574+00:00';

/** An event (docs: Receiving Webhooks for Messaging). */
const event = (event_type: string, payload: unknown, data: object = {}) =>
  JSON.stringify({
    data: { record_type: 'event', id: OTHER, event_type, occurred_at: OCCURRED, payload, ...data },
    meta: { attempt: 1, delivered_to: `https://notify.example.com${PATH}` },
  });

const outbound = (status: string, changes: object = {}) => ({
  record_type: 'message',
  direction: 'outbound',
  id: ID,
  type: 'SMS',
  messaging_profile_id: '4000eba1-a0c0-4563-9925-b25e842a7cb6',
  from: { phone_number: '+15005550006', carrier: 'TELNYX LLC', line_type: 'VoIP' },
  to: [{ phone_number: '+15005550009', status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }],
  cc: [],
  text: 'Hello',
  webhook_url: `https://notify.example.com${PATH}?${OUR_QUERY}`,
  encoding: 'GSM-7',
  parts: 1,
  tags: [],
  cost: { amount: '0.0051', currency: 'USD' },
  sent_at: '2026-02-03T18:10:01.000+00:00',
  completed_at: null,
  errors: [],
  ...changes,
});

const inbound = (text: string, changes: object = {}) => ({
  record_type: 'message',
  direction: 'inbound',
  id: ID,
  type: 'SMS',
  from: { phone_number: '+15005550009', carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
  to: [
    { phone_number: '+15005550006', status: 'webhook_delivered', carrier: 'TELNYX LLC', line_type: 'VoIP' },
  ],
  text,
  autoresponse_type: null,
  errors: [],
  ...changes,
});

const read = (request: ReceiptRequest, settings: Record<string, unknown> = {}) =>
  readerOf('telnyx', 'sms', { api_key: API_KEY, public_key: PUBLIC_KEY, ...settings })(request);

async function receiptsOf(body: string, path?: string): Promise<Receipt[]> {
  const reading = await read(signed(body, { path }));
  if (reading.kind !== 'read') throw new Error(reading.reason);
  return reading.receipts;
}

describe('an event of Telnyx', () => {
  it.each([
    ['message.sent', 'queued', 'sent'],
    ['message.sent', 'sending', 'sent'],
    ['message.sent', 'sent', 'sent'],
    ['message.finalized', 'sent', 'sent'],
    ['message.finalized', 'delivery_unconfirmed', 'sent'],
    ['message.finalized', 'delivered', 'delivered'],
    ['message.finalized', 'read', 'delivered'],
  ])('%s with status %s is %s', async (type, status, kind) => {
    expect(await receiptsOf(event(type, outbound(status)))).toEqual([
      { ...OUR_IDS, kind, at: new Date(OCCURRED), providerMessageId: ID, detail: status },
    ]);
  });

  it.each([
    ['sending_failed', '40310', 'INVALID_RECIPIENT'],
    ['sending_failed', '40302', 'REJECTED'],
    ['sending_failed', '40333', 'PROVIDER_ERROR'],
    ['delivery_failed', '40001', 'INVALID_RECIPIENT'],
    ['delivery_failed', '40002', 'REJECTED'],
    ['delivery_failed', '40006', 'PROVIDER_ERROR'],
    ['delivery_failed', '40011', 'RATE_LIMITED'],
    ['sending_failed', '10008', 'PROVIDER_ERROR'],
    ['expired', '49999', 'PROVIDER_ERROR'],
  ])('message.finalized with status %s and code %s has failed with %s', async (status, code, ours) => {
    const errors = [{ code, title: 'Not routable', detail: 'No such number' }];
    expect(await receiptsOf(event('message.finalized', outbound(status, { errors })))).toEqual([
      {
        ...OUR_IDS,
        kind: 'failed',
        at: new Date(OCCURRED),
        providerMessageId: ID,
        code: ours,
        detail: `${status}, code ${code}: Not routable: No such number`,
      },
    ]);
  });

  it.each([[[]], [null], ['none'], [[{ title: 'no code' }]]])(
    'that failed with errors %j has failed for an unknown reason',
    async (errors) => {
      const body = event('message.finalized', outbound('delivery_failed', { errors }));
      expect(await receiptsOf(body)).toMatchObject([
        { kind: 'failed', code: 'PROVIDER_ERROR', detail: 'delivery_failed' },
      ]);
    },
  );

  it('with 40300 says that the person has opted out', async () => {
    const errors = [{ code: '40300', title: 'Blocked due to STOP message' }];
    expect(
      await receiptsOf(event('message.finalized', outbound('sending_failed', { errors }))),
    ).toMatchObject([{ kind: 'failed', code: 'REJECTED', optedOut: true }]);
  });

  it('shows long words cut and without the key', async () => {
    const errors = [{ code: '40002', title: API_KEY, detail: 'x'.repeat(900) }];
    const [receipt] = await receiptsOf(event('message.finalized', outbound('delivery_failed', { errors })));
    expect(receipt?.detail).toMatch(/^delivery_failed, code 40002: \*\*\*: x+…$/);
    expect(receipt?.detail).toHaveLength(501);
  });

  it('is read for each recipient, and a bad entry loses no other', async () => {
    const to = [null, { status: 7 }, 'x', { status: 'delivered' }, {}, { status: 'delivery_failed' }];
    expect(await receiptsOf(event('message.finalized', outbound('', { to })))).toMatchObject([
      { kind: 'delivered' },
      { kind: 'failed' },
    ]);
  });

  it.each([
    ['message.finalized', outbound('teleported')],
    ['message.link_clicked', { url: 'https://example.com' }],
    ['call.initiated', {}],
    ['10dlc.campaign.update', null],
  ])('%s, which says nothing, is read', async (type, payload) => {
    expect(await read(signed(event(type, payload)))).toEqual({ kind: 'read', receipts: [] });
  });

  it.each([undefined, 'yesterday', 5, '2199-01-01T00:00:00Z'])('at %j happened now', async (occurred_at) => {
    const before = Date.now();
    const [receipt] = await receiptsOf(event('message.sent', outbound('sent'), { occurred_at }));
    expect(receipt?.at.getTime()).toBeGreaterThanOrEqual(before);
    expect(receipt?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    '[]',
    '{}',
    '{"data":{}}',
    'message_id=1',
    '',
    event('message.finalized', {}),
    event('message.finalized', { to: 'me' }),
    event('message.received', { text: 'STOP' }),
  ])('that cannot be understood is malformed (%s)', async (body) => {
    expect(await read(signed(body))).toEqual({ kind: 'malformed', reason: expect.any(String) });
  });
});

describe('the message of an event of Telnyx', () => {
  const delivered = (webhook_url: unknown) =>
    event('message.finalized', outbound('delivered', { webhook_url }));
  const OTHERS = OUR_QUERY.replace(OUR_IDS.messageId, OTHER);

  it.each([[undefined], [null], ['https://other.example.com'], ['no address'], [7]])(
    'is named by the address that was called where the body has %j',
    async (webhook_url) => {
      expect(await receiptsOf(delivered(webhook_url))).toMatchObject([OUR_IDS]);
    },
  );

  it('is named by the body, which is signed, where the two differ', async () => {
    const body = delivered(`https://notify.example.com/x?${OUR_QUERY}`);
    expect(await receiptsOf(body, `${PATH}?${OTHERS}`)).toMatchObject([OUR_IDS]);
    expect(await receiptsOf(body, PATH)).toMatchObject([OUR_IDS]);
  });

  it.each([PATH, `${PATH}?notification_id=1&message_id=2`])(
    'is not ours without our ids (%s)',
    async (path) => {
      expect(await receiptsOf(delivered(null), path)).toEqual([]);
    },
  );
});

describe('a message to our number at Telnyx', () => {
  const changesOf = async (text: string, changes: object = {}) => {
    const reading = await read(signed(event('message.received', inbound(text, changes)), { path: PATH }));
    expect(reading).toMatchObject({ kind: 'read', receipts: [] });
    return reading.kind === 'read' ? reading.optChanges : undefined;
  };
  const CHANGE = { channel: 'sms', address: '+15005550009', at: new Date(OCCURRED) };

  it.each(['STOP', ' stop\n', 'StopAll', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'])(
    'that is %j is an opt-out',
    async (text) => {
      expect(await changesOf(text)).toEqual([{ ...CHANGE, optedOut: true }]);
    },
  );

  it.each(['START', 'unstop '])('that is %j takes it back', async (text) => {
    expect(await changesOf(text)).toEqual([{ ...CHANGE, optedOut: false }]);
  });

  it.each(['', 'Stop please', 'YES', 'HELP', 'STOP  ALL'])('that is %j changes nothing', async (text) => {
    expect(await changesOf(text)).toEqual([]);
  });

  it.each([
    ['STOP', 'arrêt', true],
    ['START', 'join', false],
    ['HELP', 'STOP', undefined],
  ])(
    'with autoresponse_type %s is what that says, though it is %j',
    async (autoresponse_type, text, optedOut) => {
      const expected = optedOut === undefined ? [] : [{ ...CHANGE, optedOut }];
      expect(await changesOf(text, { autoresponse_type })).toEqual(expected);
    },
  );

  it.each([
    { from: { phone_number: '12345' } },
    { from: { phone_number: 'ACME' } },
    { type: 'WHATSAPP' },
    { text: null },
  ])('of %j changes nothing', async (changes) => {
    expect(await changesOf('STOP', changes)).toEqual([]);
  });
});

describe('a call that is not Telnyx’s', () => {
  const body = event('message.finalized', outbound('delivered'));
  const genuine = signed(body);
  const { 'telnyx-signature-ed25519': _signature, ...unsigned } = genuine.headers;
  const { 'telnyx-timestamp': _timestamp, ...timeless } = genuine.headers;

  it.each<[string, Partial<ReceiptRequest>]>([
    ['without a signature', { headers: unsigned }],
    ['without a time', { headers: timeless }],
    ['with garbage for a signature', { headers: { ...genuine.headers, 'telnyx-signature-ed25519': 'x' } }],
    ['with another time', { headers: { ...genuine.headers, 'telnyx-timestamp': String(now() + 1) } }],
    ['with another body', { body: Buffer.from(body.replace('delivered', 'sent')) }],
    ['with a byte more', { body: Buffer.from(`${body} `) }],
    ['without a body', { body: Buffer.alloc(0) }],
    ['by GET', { method: 'GET', body: Buffer.alloc(0) }],
  ])('%s is refused', async (_what, changes) => {
    expectRefused(await read({ ...genuine, ...changes }), [API_KEY, '+15005550009']);
  });

  it('signed with another key is refused', async () => {
    expectRefused(await read(signed(body, { key: stranger })), [API_KEY], /public_key/);
  });

  it.each([-301, -86_400, 302])('signed %i s from now is refused', async (seconds) => {
    expectRefused(await read(signed(body, { at: String(now() + seconds) })), [API_KEY], /5 minutes/);
  });

  it.each([-295, 295])('signed %i s from now is taken', async (seconds) => {
    expect(await read(signed(body, { at: String(now() + seconds) }))).toMatchObject({ kind: 'read' });
  });

  it.each(['soon', '1e99', '-1'])('signed at %j is refused', async (at) => {
    expectRefused(await read(signed(body, { at })), [API_KEY]);
  });

  it('cannot be told from Telnyx’s where public_key is not set', async () => {
    expectLater(await read(genuine, { public_key: undefined }), /set public_key/);
  });
});

describe('the setting public_key', () => {
  const parse = (public_key: unknown) =>
    definitionOf('telnyx')!.settings.safeParse({ api_key: API_KEY, public_key }).success;

  it('is base64 of 32 bytes', () => {
    expect(parse(PUBLIC_KEY)).toBe(true);
    expect(
      [
        '',
        'x',
        PUBLIC_KEY.slice(1),
        `${PUBLIC_KEY}=`,
        publicKey.export({ format: 'pem', type: 'spki' }),
      ].some(parse),
    ).toBe(false);
  });

  it('of any 32 bytes refuses what it did not sign', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
        const public_key = Buffer.from(bytes).toString('base64');
        expectRefused(await read(signed('{}'), { public_key }), [API_KEY]);
      }),
    );
  });
});

describe('any body', () => {
  it('with a valid signature is read or malformed, and nothing is thrown', async () => {
    const json = fc.json();
    const payload = fc
      .anything({ withNullPrototype: false })
      .map((value) => ({ ...(value as object), to: value }));
    const events = fc
      .tuple(fc.constantFrom('message.sent', 'message.finalized', 'message.received', 'x'), payload)
      .map(([type, value]) => event(type, JSON.parse(JSON.stringify(value, replacer))));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(json, events, fc.string(), fc.uint8Array().map(Buffer.from)),
        async (body) => {
          expect(['read', 'malformed']).toContain((await read(signed(body))).kind);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('without one is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.string(), fc.string(), async (bytes, signature, time) => {
        const headers = { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': time };
        expectRefused(await read(callOf(PATH, { headers, body: Buffer.from(bytes) })), [API_KEY]);
      }),
    );
  });
});

const replacer = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
