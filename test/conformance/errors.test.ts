import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { errorHandler } from '../../api/middleware/error-handler';
import { requestId } from '../../api/middleware/request-id';
import type { TestApplication } from '../integration/api-support';
import { expectRefusal, makeApplication, newEmail, newPhone } from '../integration/api-support';
import type { Answer } from '../support/http-api';
import { HttpApi } from '../support/http-api';
import { expectOneShape } from '../support/seen-answers';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack({ withoutWorker: true });
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

const api = (): HttpApi => app.production;
const send = (body: unknown, path = 'ping', headers?: Record<string, string>): Promise<Answer> =>
  api().post(`/v1/send/${path}`, body, headers);

/** One request for each code that a caller without a provider can meet; `details` are all its further fields. */
const ROWS: [code: string, status: number, details: Record<string, unknown>, ask: () => Promise<Answer>][] = [
  ['VALIDATION_ERROR', 400, { field: 'to' }, () => send({ to: '+12' })],
  ['VALIDATION_ERROR', 400, {}, () => send('{')],
  ['IDENTIFIER_MISSING', 400, {}, () => send({ to: randomUUID() })],
  ['IDENTIFIER_MISSING', 400, { channel: 'sms' }, () => send({ to: newEmail() }, 'ping/sms')],
  ['TEMPLATE_MISSING', 400, { channel: 'push' }, () => send({ to: newEmail() }, 'ping/push')],
  ['SENDER_UNVERIFIED', 400, { field: 'from' }, () => send({ to: newEmail(), from: 'me@evil.example' })],
  ['UNAUTHORIZED', 401, {}, () => new HttpApi(api().baseUrl).get('/v1/webhooks')],
  [
    'QUOTA_EXCEEDED',
    402,
    { current: 0, limit: 0 },
    async () => {
      const poor = await makeApplication(stack);
      await stack.admin.request('PATCH', poor.path, { monthly_quota: 0 });
      return poor.production.post('/v1/send/ping', { to: newEmail() });
    },
  ],
  [
    'SUBSCRIPTION_INACTIVE',
    403,
    {},
    async () => {
      const ended = await makeApplication(stack);
      await stack.admin.request('PATCH', ended.path, { subscription: 'inactive' });
      return ended.production.get('/v1/webhooks');
    },
  ],
  ['ROUTE_NOT_FOUND', 404, {}, () => api().get('/v1/nothing')],
  ['EVENT_NOT_FOUND', 404, {}, () => send({ to: newEmail() }, 'nothing')],
  ['CONTACT_NOT_FOUND', 404, {}, () => api().get('/v1/contacts/nobody')],
  ['NOTIFICATION_NOT_FOUND', 404, {}, () => api().get(`/v1/notifications/${randomUUID()}`)],
  ['WEBHOOK_NOT_FOUND', 404, {}, () => app.sandbox.get('/v1/webhooks')],
  ['METHOD_NOT_ALLOWED', 405, {}, () => api().request('PUT', '/v1/contacts', {})],
  [
    'IDEMPOTENCY_MISMATCH',
    409,
    {},
    async () => {
      const headers = { 'idempotency-key': randomUUID() };
      await send({ to: newEmail() }, 'ping', headers);
      return send({ to: newEmail() }, 'ping', headers);
    },
  ],
  [
    'WEBHOOK_EXISTS',
    409,
    {},
    async () => {
      await api().post('/v1/webhooks', { url: 'https://hooks.invalid/' });
      return api().post('/v1/webhooks', { url: 'https://hooks.invalid/' });
    },
  ],
  [
    'CONTACT_CONFLICT',
    409,
    { field: 'phone' },
    async () => {
      const [email, phone] = [newEmail(), newPhone()];
      await api().post('/v1/contacts', { email });
      await api().post('/v1/contacts', { phone });
      return api().post('/v1/contacts', { email, phone });
    },
  ],
  ['PAYLOAD_TOO_LARGE', 413, {}, () => send(JSON.stringify({ to: 'x'.repeat(1_048_576) }))],
  ['UNSUPPORTED_MEDIA_TYPE', 415, {}, () => send('to=a', 'ping', { 'content-type': 'text/plain' })],
  [
    'RATE_LIMITED',
    429,
    { current: expect.any(Number), limit: 1 },
    async () => {
      const made = await stack.admin.post<{ key: { api_key: string } }>(`${app.path}/keys`, {
        environment: 'production',
        rate_limit: 1,
      });
      const slow = new HttpApi(api().baseUrl, made.body.key.api_key);
      const answers = await Promise.all(Array.from({ length: 20 }, () => slow.get('/v1/webhooks')));
      return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
    },
  ],
];

test.each(ROWS)('7: %s is %i with error, code and %j alone', async (code, status, details, ask) => {
  const answer = await ask();
  expectRefusal(answer, status, code, details);
  expectOneShape(answer);
  expect(answer.headers.has('retry-after')).toBe(code === 'RATE_LIMITED');
});

test('7: a failure of ours is 500 INTERNAL, and says nothing of its cause', async () => {
  const broken = express();
  broken.use(requestId);
  broken.get('/', () => {
    throw new TypeError('MongoServerError: E11000 in /srv/app/store/contacts.ts');
  });
  broken.use(errorHandler(pino({ level: 'silent' })));
  const server = broken.listen(0);
  const answer = await new HttpApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get('/');
  server.close();
  expectRefusal(answer, 500, 'INTERNAL');
  expectOneShape(answer);
});

const TEXT = [true, 5, [], {}, [null], { $gt: '' }];
const OBJECT = [true, 5, 'text', [], [{}]];
/** What may not stand in a field, by the request that has it. */
const WRONG: Record<string, Record<string, unknown[]>> = {
  'POST /v1/send/ping': {
    to: [null, true, 5, '', {}, [], [null], { $gt: '' }],
    payload: [null, ...OBJECT],
    language: [null, '', 'x', ...TEXT],
    overrides: [null, ...OBJECT],
    from: [null, '', 'x', ...TEXT],
  },
  'POST /v1/cancel/ping': { to: [null, true, 5, '', {}, [], ['a@example.org'], { $gt: '' }] },
  'POST /v1/contacts': {
    email: ['', 'x', ...TEXT],
    phone: ['', 'x', ...TEXT],
    external_id: ['', ...TEXT],
    name: TEXT,
    avatar: TEXT,
    username: TEXT,
    slack: ['', ...TEXT],
    meta: OBJECT,
  },
  'PATCH /v1/webhooks/x': {
    url: [null, '', 'x', ...TEXT],
    enabled_events: [null, true, 5, 'delivery.sent', {}, [null], ['x']],
    is_active: [null, 0, 'true', [], {}],
    description: [null, ...TEXT],
  },
};
/** What the other fields need so that the one in question is what is wrong. */
const GOOD: Record<string, () => object> = {
  'POST /v1/send/ping': () => ({ to: newEmail() }),
  'POST /v1/cancel/ping': () => ({ to: newEmail() }),
  'POST /v1/contacts': () => ({ external_id: randomUUID() }),
};

describe.each(Object.entries(WRONG))('%s', (request, fields) => {
  const [method = '', path = ''] = request.split(' ');
  test.each(Object.entries(fields))('7: a wrong value of %s is 400 with field', async (field, values) => {
    for (const value of values) {
      const body = { ...GOOD[request]?.(), [field]: value };
      const answer = await api().request(method, path, body);
      expect({ value, ...answer }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(answer.body.field).toMatch(new RegExp(`^${field}\\b`));
      expectOneShape(answer);
    }
  });

  test('7: an unknown field is 400 that names it, but for contacts, where it is metadata', async () => {
    for (const field of ['constructor', 'prototype', 'unknown', '$where']) {
      const answer = await api().request(method, path, { ...GOOD[request]?.(), [field]: { $gt: '' } });
      if (path === '/v1/contacts') {
        expect(answer.body).toMatchObject({ contact: { meta: { [field]: { $gt: '' } } } });
        continue;
      }
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    }
  });
});

test('Bodies and errors: `field` is the path to what is wrong', async () => {
  for (const [body, field] of [
    [{ to: { phone: '12' } }, 'to.phone'],
    [{ to: [{ email: 'a' }, { email: 'b' }] }, 'to[0].email'],
    [{ to: newEmail(), overrides: { email: { cc: ['nobody'] } } }, 'overrides.email.cc[0]'],
    [{ to: newEmail(), from: { email: 'nobody' } }, 'from.email'],
    [{ to: { email: newEmail(), timezone: 'Mars/Olympus' } }, 'to.timezone'],
  ] as const) {
    expectRefusal(await send(body), 400, 'VALIDATION_ERROR', { field });
  }
});

describe('8: the length of text', () => {
  const email = 'ada@example.org';
  test.each<[request: string, limit: number, bodyOf: (text: string) => object, field: string]>([
    ['POST /v1/contacts', 255, (text) => ({ external_id: text }), 'external_id'],
    ['POST /v1/contacts', 255, (text) => ({ email, name: text }), 'name'],
    ['POST /v1/contacts', 255, (text) => ({ email, username: text }), 'username'],
    ['POST /v1/contacts', 2048, (text) => ({ email, avatar: text }), 'avatar'],
    ['POST /v1/contacts', 64, (text) => ({ email, slack: text }), 'slack'],
    ['POST /v1/send/ping', 4096, (text) => ({ to: { email, push_token: text } }), 'to.push_token'],
    [
      'POST /v1/send/ping',
      998,
      (text) => ({ to: email, overrides: { email: { subject: text } } }),
      'overrides.email.subject',
    ],
    [
      'POST /v1/send/ping',
      255,
      (text) => ({ to: email, overrides: { brand: { name: text } } }),
      'overrides.brand.name',
    ],
    ['PATCH /v1/webhooks/x', 500, (text) => ({ description: text }), 'description'],
  ])('in %s is up to %i, more is 400 with field', async (request, limit, bodyOf, field) => {
    const [method = '', path = ''] = request.split(' ');
    const fits = await api().request(method, path, bodyOf('x'.repeat(limit)));
    expect(fits.status).toBe(path === '/v1/webhooks/x' ? 404 : 200);
    const over = await api().request(method, path, bodyOf('x'.repeat(limit + 1)));
    expectRefusal(over, 400, 'VALIDATION_ERROR', { field });
  });

  test('an identifier in `to` has 255 characters at most, a webhook url 2,048, and 100 push tokens come at once', async () => {
    expectRefusal(await send({ to: 'x'.repeat(256) }), 400, 'VALIDATION_ERROR', { field: 'to' });
    expectRefusal(await send({ to: 'x'.repeat(255) }), 400, 'IDENTIFIER_MISSING');
    const tokens = (count: number) => ({
      to: { email, push_tokens: Array.from({ length: count }, (_, index) => `token-${index}`) },
    });
    expect((await send(tokens(100))).status).toBe(200);
    expectRefusal(await send(tokens(101)), 400, 'VALIDATION_ERROR', { field: 'to.push_tokens' });
    const url = `https://hooks.invalid/${'x'.repeat(2048)}`;
    expectRefusal(await api().post('/v1/webhooks', { url }), 400, 'VALIDATION_ERROR', { field: 'url' });
  });
});
