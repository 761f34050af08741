import { randomUUID } from 'node:crypto';
import type { TestApplication } from '../support/application';
import { expectRefusal, makeApplication, newEmail } from '../support/application';
import type { Answer, HttpApi } from '../support/http-api';
import { expectOneShape } from '../support/seen-answers';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

const api = (): HttpApi => app.production;
const send = (body: unknown): Promise<Answer> => api().post('/v1/send/ping', body);

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
    send_at: [null, '', 'x', '2030-01-31T08:00:00', '2030-01-31', '2030-02-31T08:00:00Z', ...TEXT],
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
