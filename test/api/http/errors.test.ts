import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { errorHandler } from '../../../api/http/middleware/error-handler';
import { requestId } from '../../../api/http/middleware/request-id';
import { expectRefusal, makeKey, newEmail, newPhone, PING } from '../../support/application';
import { type Answer, HttpApi } from '../../support/http-api';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
});
afterAll(() => stack.stop());

const api = (): HttpApi => stack.production;
const send = (body: unknown, path = 'ping', headers?: Record<string, string>): Promise<Answer> =>
  api().post(`/v1/send/${path}`, body, headers);

const application = (): string => `/admin/v1/applications/${stack.applicationId}`;
/** Asks while the application has other settings. */
async function meanwhile(settings: object, normal: object, ask: () => Promise<Answer>): Promise<Answer> {
  await stack.admin.request('PATCH', application(), settings);
  try {
    return await ask();
  } finally {
    await stack.admin.request('PATCH', application(), normal);
  }
}

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
    () => meanwhile({ monthly_quota: 0 }, { monthly_quota: 10_000 }, () => send({ to: newEmail() })),
  ],
  [
    'SUBSCRIPTION_INACTIVE',
    403,
    {},
    () =>
      meanwhile({ subscription: 'inactive' }, { subscription: 'active' }, () => api().get('/v1/webhooks')),
  ],
  ['ROUTE_NOT_FOUND', 404, {}, () => api().get('/v1/nothing')],
  ['EVENT_NOT_FOUND', 404, {}, () => send({ to: newEmail() }, 'nothing')],
  ['CONTACT_NOT_FOUND', 404, {}, () => api().get('/v1/contacts/nobody')],
  ['NOTIFICATION_NOT_FOUND', 404, {}, () => api().get(`/v1/notifications/${randomUUID()}`)],
  ['WEBHOOK_NOT_FOUND', 404, {}, () => stack.sandbox.get('/v1/webhooks')],
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
      const { api_key } = await makeKey(stack, application(), 'production', 1);
      const slow = new HttpApi(api().baseUrl, api_key);
      const answers = await Promise.all(Array.from({ length: 20 }, () => slow.get('/v1/webhooks')));
      return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
    },
  ],
];

test.each(ROWS)(
  'ERROR-1, ERROR-3, ERROR-5, ERROR-6: %s is %i with error, code and %j alone',
  async (code, status, details, ask) => {
    const answer = await ask();
    expectRefusal(answer, status, code, details);
    expectOneShape(answer);
    expect(answer.headers.has('retry-after')).toBe(code === 'RATE_LIMITED');
  },
);

test('ERROR-5, ERROR-6: a failure of ours is 500 INTERNAL, and says nothing of its cause', async () => {
  const broken = express();
  broken.use(requestId);
  broken.get('/', () => {
    throw new TypeError('MongoServerError: E11000 in /srv/app/store/contacts.ts');
  });
  broken.use(errorHandler(pino({ level: 'silent' }), 'production'));
  const server = broken.listen(0);
  const answer = await new HttpApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).get('/');
  server.close();
  expectRefusal(answer, 500, 'INTERNAL');
  expectOneShape(answer);
});
