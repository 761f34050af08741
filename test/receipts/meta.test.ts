import { createHmac } from 'node:crypto';
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

const ACCESS_TOKEN = 'EAAG-access-token-0123456789';
const APP_SECRET = '0f'.repeat(16);
const VERIFY_TOKEN = 'a-word-of-our-own';
const SECRETS = [ACCESS_TOKEN, APP_SECRET, VERIFY_TOKEN, '16505551234'];
const NUMBER_ID = '106540352242922';
const PATH = '/receipts/meta/0d6f6a52-4f3e-4a55-9a63-0a3f6c1c1111';
const WAMID = 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA';
const SECONDS = 1_769_000_000;

/** The scheme as Meta documents it: HMAC-SHA256 of the body. */
function signed(body: string | Buffer, secret = APP_SECRET): ReceiptRequest {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${hex}` };
  return callOf(PATH, { headers, body: Buffer.from(body) });
}

/** One status (docs: Status messages webhook reference). */
const statusOf = (status: unknown, changes: object = {}) => ({
  id: WAMID,
  status,
  timestamp: String(SECONDS),
  recipient_id: '16505551234',
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
const callBody = (...entry: unknown[]) => JSON.stringify({ object: 'whatsapp_business_account', entry });
const statuses = (...all: unknown[]) => callBody(entryOf(changeOf(valueOf({ statuses: all }))));

const read = (request: ReceiptRequest, settings: Record<string, unknown> = {}) =>
  readerOf('meta', 'whatsapp', {
    access_token: ACCESS_TOKEN,
    phone_number_id: NUMBER_ID,
    app_secret: APP_SECRET,
    verify_token: VERIFY_TOKEN,
    ...settings,
  })(request);

async function receiptsOf(body: string): Promise<Receipt[]> {
  const reading = await read(signed(body));
  if (reading.kind !== 'read') throw new Error(reading.reason);
  expect(reading).not.toHaveProperty('optChanges');
  return reading.receipts;
}

describe('a status of Meta', () => {
  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['played', 'delivered'],
  ])('%s is %s', async (status, kind) => {
    expect(await receiptsOf(statuses(statusOf(status)))).toEqual([
      { ...OUR_IDS, kind, at: new Date(SECONDS * 1000), providerMessageId: WAMID, detail: status },
    ]);
  });

  it.each([
    [131_026, 'INVALID_RECIPIENT'],
    [131_049, 'REJECTED'],
    [132_001, 'REJECTED'],
    [131_042, 'PROVIDER_ERROR'],
    [131_000, 'PROVIDER_ERROR'],
    [130_429, 'RATE_LIMITED'],
    [190, 'UNAUTHORIZED'],
    [999_999, 'PROVIDER_ERROR'],
  ])('failed with code %i has failed with %s', async (code, ours) => {
    const error = { code, title: 'No', message: 'No', error_data: { details: 'Details' }, href: 'https://x' };
    expect(await receiptsOf(statuses(statusOf('failed', { errors: [error] })))).toEqual([
      {
        ...OUR_IDS,
        kind: 'failed',
        at: new Date(SECONDS * 1000),
        providerMessageId: WAMID,
        code: ours,
        detail: `failed, code ${code}: No; Details`,
      },
    ]);
  });

  it('failed outside the window says what to do', async () => {
    const errors = [{ code: 131_047, title: 'Re-engagement message' }];
    expect(await receiptsOf(statuses(statusOf('failed', { errors })))).toMatchObject([
      { code: 'REJECTED', detail: expect.stringMatching(/^failed, code 131047: Re-eng.*approved template/) },
    ]);
  });

  it('failed with 131050 is about marketing, and no opt-out', async () => {
    const errors = [{ code: 131_050, title: 'User has stopped marketing messages' }];
    const [receipt] = await receiptsOf(statuses(statusOf('failed', { errors })));
    expect(receipt).toMatchObject({ kind: 'failed', code: 'REJECTED' });
    expect(receipt).not.toHaveProperty('optedOut');
  });

  it.each([[undefined], [null], [[]], ['none'], [[null, { title: 'no code' }]]])(
    'failed with errors %j has failed for an unknown reason',
    async (errors) => {
      expect(await receiptsOf(statuses(statusOf('failed', { errors })))).toMatchObject([
        { kind: 'failed', code: 'PROVIDER_ERROR', detail: 'failed' },
      ]);
    },
  );

  it('shows long words cut and without secrets', async () => {
    const errors = [{ code: 100, message: `${ACCESS_TOKEN} ${APP_SECRET} ${'x'.repeat(900)}` }];
    const [receipt] = await receiptsOf(statuses(statusOf('failed', { errors })));
    expect(receipt?.detail).toMatch(/^failed, code 100: \*\*\* \*\*\* x+…$/);
    expect(receipt?.detail).toHaveLength(501);
  });

  it.each(['deleted', 'warning', 'teleported', 7, null])('%j says nothing', async (status) => {
    expect(await receiptsOf(statuses(statusOf(status)))).toEqual([]);
  });

  it.each([undefined, null, '', 'order-4711', 'notification_id=1&message_id=2', 7])(
    'with %j for our ids is of a message that is not ours',
    async (biz_opaque_callback_data) => {
      expect(await receiptsOf(statuses(statusOf('sent', { biz_opaque_callback_data })))).toEqual([]);
    },
  );

  it.each([undefined, 'soon', '0', -5, '99999999999', { valueOf: 1, toString: 1 }])(
    'at %j happened now',
    async (timestamp) => {
      const before = Date.now();
      const [receipt] = await receiptsOf(statuses(statusOf('sent', { timestamp })));
      expect(receipt?.at.getTime()).toBeGreaterThanOrEqual(before);
      expect(receipt?.at.getTime()).toBeLessThanOrEqual(Date.now());
    },
  );
});

describe('a call of Meta', () => {
  const sent = statusOf('sent');

  it('may have many entries, changes and statuses, and a bad one loses no other', async () => {
    const body = callBody(
      null,
      entryOf(changeOf(valueOf({ statuses: [sent, null, 'x', {}, statusOf('read')] })), changeOf(7), null),
      { changes: 'none' },
      entryOf(changeOf(valueOf({ statuses: 'none' })), changeOf(valueOf({ statuses: [statusOf('failed')] }))),
    );
    expect((await receiptsOf(body)).map(({ kind }) => kind)).toEqual(['sent', 'delivered', 'failed']);
  });

  it.each(['106540352242923', '', undefined, Number(NUMBER_ID)])(
    'about another number (%j) is another integration’s',
    async (id) => {
      const other = entryOf(changeOf(valueOf({ statuses: [sent] }, id ?? null)));
      expect(
        await receiptsOf(callBody(other, entryOf(changeOf(valueOf({ statuses: [sent] }))))),
      ).toHaveLength(1);
    },
  );

  it('with what people write to us says nothing, not even STOP', async () => {
    const message = { from: '16505551234', id: WAMID, timestamp: '1', text: { body: 'STOP' }, type: 'text' };
    const contacts = [{ profile: { name: 'Sheena' }, wa_id: '16505551234' }];
    expect(await receiptsOf(callBody(entryOf(changeOf(valueOf({ contacts, messages: [message] })))))).toEqual(
      [],
    );
  });

  it.each(['stop', 'resume'])('that marketing shall %s says nothing of other messages', async (value) => {
    const preference = {
      wa_id: '16505551234',
      detail: `User requested to ${value} marketing messages`,
      category: 'marketing_messages',
      value,
      timestamp: SECONDS,
    };
    const change = changeOf(valueOf({ user_preferences: [preference] }), 'user_preferences');
    expect(await receiptsOf(callBody(entryOf(change)))).toEqual([]);
  });

  it.each(['message_template_status_update', 'account_update', 'statuses'])(
    'of the field %s says nothing',
    async (field) => {
      expect(await receiptsOf(callBody(entryOf(changeOf(valueOf({ statuses: [sent] }), field))))).toEqual([]);
    },
  );

  it.each(['', '{', '[]', '{}', '{"entry":7}', '"x"', 'null'])('that is %j is malformed', async (body) => {
    expect(await read(signed(body))).toEqual({ kind: 'malformed', reason: expect.any(String) });
  });
});

describe('a call that is not Meta’s', () => {
  const body = statuses(statusOf('delivered'));
  const genuine = signed(body);
  const signature = genuine.headers['x-hub-signature-256']!;

  it.each<[string, Partial<ReceiptRequest>]>([
    ['without a signature', { headers: {} }],
    ['with the old SHA-1 one', { headers: { 'x-hub-signature': signature } }],
    ['with an empty signature', { headers: { 'x-hub-signature-256': 'sha256=' } }],
    ['with part of it', { headers: { 'x-hub-signature-256': signature.slice(0, -2) } }],
    ['with more than it', { headers: { 'x-hub-signature-256': `${signature}00` } }],
    ['with two of them', { headers: { 'x-hub-signature-256': `${signature}, ${signature}` } }],
    ['without sha256=', { headers: { 'x-hub-signature-256': signature.slice(7) } }],
    ['with another body', { body: Buffer.from(body.replace('delivered', 'failed')) }],
    ['with a byte more', { body: Buffer.from(`${body}\n`) }],
    ['with the same in other bytes', { body: Buffer.from(JSON.stringify(JSON.parse(body), null, 1)) }],
    ['without a body', { body: Buffer.alloc(0) }],
  ])('%s is refused', async (_what, changes) => {
    expectRefused(await read({ ...genuine, ...changes }), SECRETS);
  });

  it('signed with another secret is refused', async () => {
    expectRefused(await read(signed(body, VERIFY_TOKEN)), SECRETS, /app_secret/);
  });

  it('cannot be told from Meta’s where app_secret is not set', async () => {
    expectLater(await read(genuine, { app_secret: undefined }), /set app_secret/);
  });
});

describe('the verification of the webhook', () => {
  const ask = (query: Record<string, string>, settings = {}) =>
    read(callOf(`${PATH}?${new URLSearchParams(query).toString()}`, { method: 'GET' }), settings);
  const question = {
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': VERIFY_TOKEN,
  };

  it('is answered with the challenge as plain text', async () => {
    expect(await ask(question)).toEqual({
      kind: 'read',
      receipts: [],
      answer: { contentType: 'text/plain', body: '1158201444' },
    });
  });

  it('needs no app_secret', async () => {
    expect(await ask(question, { app_secret: undefined })).toMatchObject({ kind: 'read' });
  });

  it.each([
    { 'hub.verify_token': 'another' },
    { 'hub.verify_token': '' },
    { 'hub.verify_token': `${VERIFY_TOKEN}x` },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.mode': '' },
  ])('with %j is refused', async (changes) => {
    expectRefused(await ask({ ...question, ...changes }), SECRETS);
  });

  it('without a token is refused, and waits for an operator where none is set here', async () => {
    const { 'hub.verify_token': _token, ...rest } = question;
    expectRefused(await ask(rest), SECRETS);
    expectLater(await ask(rest, { verify_token: undefined }), /set verify_token/);
  });

  it('without a challenge is malformed', async () => {
    const { 'hub.challenge': _challenge, ...rest } = question;
    expect(await ask(rest)).toMatchObject({ kind: 'malformed' });
  });

  it('proves nothing of a POST', async () => {
    const path = `${PATH}?${new URLSearchParams(question).toString()}`;
    const body = Buffer.from(statuses(statusOf('delivered')));
    expectRefused(await read(callOf(path, { body })), SECRETS);
  });
});

describe('the settings for receipts', () => {
  it('are optional, and secret', () => {
    const { settings, secrets } = definitionOf('meta')!;
    const given = { access_token: ACCESS_TOKEN, phone_number_id: NUMBER_ID };
    expect(settings.safeParse(given).success).toBe(true);
    expect(settings.safeParse({ ...given, app_secret: '', verify_token: 'x' }).success).toBe(false);
    expect(secrets).toEqual(expect.arrayContaining(['app_secret', 'verify_token']));
  });
});

describe('any body', () => {
  it('with a valid signature is read or malformed, and nothing is thrown', async () => {
    const statusLike = fc.record(
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
    );
    const calls = fc.array(fc.oneof(statusLike, fc.jsonValue())).map((all) => statuses(...all));
    const bodies = fc.oneof(calls, fc.json(), fc.string(), fc.uint8Array().map(Buffer.from));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(['read', 'malformed']).toContain((await read(signed(body))).kind);
      }),
      { numRuns: 400 },
    );
  });

  it('without one is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.string(), async (bytes, text) => {
        const headers = { 'x-hub-signature-256': `sha256=${text}` };
        expectRefused(await read(callOf(PATH, { headers, body: Buffer.from(bytes) })), SECRETS);
      }),
    );
  });
});
