import { randomUUID } from 'node:crypto';
import type { TestApplication } from '../support/application';
import { expectRefusal, makeApplication, newEmail } from '../support/application';
import type { Answer } from '../support/http-api';
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

const post = (path: string, body: unknown): Promise<Answer> => app.production.post(path, body);
const SEND = '/v1/send/ping';
const CONTACTS = '/v1/contacts';
const email = 'ada@example.org';

/** Every place of a body that takes text: the request, a body with `bad` there, the field. */
const PLACES: [path: string, body: (bad: string) => object, field: string][] = [
  [SEND, (bad) => ({ to: bad }), 'to'],
  [SEND, (bad) => ({ to: { email: `${bad}@example.org` } }), 'to.email'],
  [SEND, (bad) => ({ to: { external_id: bad } }), 'to.external_id'],
  [SEND, (bad) => ({ to: { email, name: bad } }), 'to.name'],
  [SEND, (bad) => ({ to: { email, city: bad } }), 'to.city'],
  [SEND, (bad) => ({ to: { email, push_tokens: ['a', bad] } }), 'to.push_tokens[1]'],
  [SEND, (bad) => ({ to: [email, bad] }), 'to[1]'],
  [SEND, (bad) => ({ to: email, payload: { items: [{ name: bad }] } }), 'payload.items[0].name'],
  [SEND, (bad) => ({ to: email, language: bad }), 'language'],
  [SEND, (bad) => ({ to: email, overrides: { email: { subject: bad } } }), 'overrides.email.subject'],
  [SEND, (bad) => ({ to: email, overrides: { brand: { name: bad } } }), 'overrides.brand.name'],
  [SEND, (bad) => ({ to: email, from: { email: 'a@example.com', name: bad } }), 'from.name'],
  ['/v1/cancel/ping', (bad) => ({ to: bad }), 'to'],
  [CONTACTS, (bad) => ({ email, external_id: bad }), 'external_id'],
  [CONTACTS, (bad) => ({ email, name: bad }), 'name'],
  [CONTACTS, (bad) => ({ email, avatar: bad }), 'avatar'],
  [CONTACTS, (bad) => ({ email, username: bad }), 'username'],
  [CONTACTS, (bad) => ({ email, slack: bad }), 'slack'],
  [CONTACTS, (bad) => ({ email, meta: { a: { b: [bad] } } }), 'meta.a.b[0]'],
  [CONTACTS, (bad) => ({ email, city: bad }), 'city'],
  ['/v1/webhooks', (bad) => ({ url: `https://example.org/${bad}` }), 'url'],
  ['/v1/webhooks', (bad) => ({ url: 'https://example.org/', enabled_events: [bad] }), 'enabled_events[0]'],
  ['/v1/webhooks', (bad) => ({ url: 'https://example.org/', description: bad }), 'description'],
];

test.each(PLACES)('7: NUL and lone surrogates are 400 with field: %s, %s, %s', async (path, body, field) => {
  for (const bad of ['a\0b', '\ud83d', '\udc00\ud800']) {
    const answer = await post(path, body(bad));
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    expectOneShape(answer);
  }
});

test('7: NUL and lone surrogates in a key are 400 too, shown as U+FFFD', async () => {
  for (const [body, field] of [
    [{ to: email, payload: { 'a\0': 1 } }, 'payload.a\ufffd'],
    [{ to: email, payload: { '\ud83d': 1 } }, 'payload.\ufffd'],
    [{ to: email, 'x\0': 1 }, 'x\ufffd'],
  ] as const) {
    expectRefusal(await post(SEND, body), 400, 'VALIDATION_ERROR', { field });
  }
});

test('4: in a path NUL names nothing, and a lone surrogate is no URL encoding', async () => {
  const { production } = app;
  for (const [answer, code] of [
    [await post('/v1/send/ping%00', { to: email }), 'EVENT_NOT_FOUND'],
    [await post('/v1/cancel/%00', { to: email }), 'EVENT_NOT_FOUND'],
    [await production.get('/v1/notifications/%00'), 'NOTIFICATION_NOT_FOUND'],
    [await production.get('/v1/contacts/a%00b%40example.org'), 'CONTACT_NOT_FOUND'],
    [await production.request('DELETE', '/v1/webhooks/%00'), 'WEBHOOK_NOT_FOUND'],
  ] as const) {
    expectRefusal(answer, 404, code);
    expectOneShape(answer);
  }
  for (const path of ['send/%ED%A0%80', 'cancel/%ED%A0%80', 'send/ping/%ED%A0%80']) {
    expectRefusal(await post(`/v1/${path}`, { to: email }), 400, 'VALIDATION_ERROR');
  }
});

describe('7: __proto__, constructor and prototype', () => {
  // As text: an object literal with __proto__ has another prototype instead of the key.
  const data = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"prototype":1}';

  test('are data in the payload', async () => {
    const answer = await post(SEND, `{"to":"${newEmail()}","payload":${data}}`);
    const shown = await stack.admin.get<{ notification: { payload: object } }>(
      `/admin/v1/notifications/${String(answer.body.id)}`,
    );
    expect(JSON.stringify(shown.body.notification.payload)).toBe(data);
  });

  test('are data in meta, of a contact and of `to`', async () => {
    const made = await post(CONTACTS, `{"email":"${newEmail()}","meta":${data}}`);
    const { uuid, meta } = (made.body as { contact: { uuid: string; meta: object } }).contact;
    expect(JSON.stringify(meta)).toBe(data);
    expect((await app.production.get(`${CONTACTS}/${uuid}`)).body).toEqual(made.body);
    const to = newEmail();
    await post(SEND, `{"to":{"email":"${to}","meta":{"deeper":${data}}}}`);
    const read = await app.production.get<{ contact: { meta: object } }>(
      `${CONTACTS}/${encodeURIComponent(to)}`,
    );
    expect(JSON.stringify(read.body.contact.meta)).toBe(`{"deeper":${data}}`);
  });

  test.each([
    [SEND, '{"to":"a@example.org","__proto__":1}', '__proto__'],
    [SEND, '{"to":"a@example.org","prototype":1}', 'prototype'],
    [SEND, '{"to":{"email":"a@example.org","__proto__":1}}', 'to.__proto__'],
    [SEND, '{"to":[{"email":"a@example.org","__proto__":1}]}', 'to[0].__proto__'],
    [SEND, '{"to":"a@example.org","overrides":{"constructor":1}}', 'overrides.constructor'],
    [SEND, '{"to":"a@example.org","overrides":{"__proto__":1}}', 'overrides.__proto__'],
    [SEND, '{"to":"a@example.org","overrides":{"email":{"__proto__":1}}}', 'overrides.email.__proto__'],
    [SEND, '{"to":"a@example.org","from":{"email":"a@example.com","__proto__":1}}', 'from.__proto__'],
    ['/v1/cancel/ping', '{"to":"a@example.org","constructor":1}', 'constructor'],
    ['/v1/webhooks', '{"url":"https://example.org/","__proto__":1}', '__proto__'],
    [CONTACTS, '{"email":"a@example.org","__proto__":{"admin":true}}', '__proto__'],
  ])('are unknown keys elsewhere: %s %s is 400 with field %s', async (path, body, field) => {
    expectRefusal(await post(path, body), 400, 'VALIDATION_ERROR', { field });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('name no event, channel, contact or notification', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      expectRefusal(await post(`/v1/send/${name}`, { to: email }), 404, 'EVENT_NOT_FOUND');
      const channel = await post(`/v1/send/ping/${name}`, { to: email });
      expectRefusal(channel, 400, 'VALIDATION_ERROR', { field: 'channel' });
      expectRefusal(await app.production.get(`${CONTACTS}/${name}`), 404, 'CONTACT_NOT_FOUND');
    }
  });
});

test('7: MongoDB operators are data in payload and path, and a query string changes nothing', async () => {
  const operators = { $gt: '', $where: 'sleep(1000)', 'a.b': { $ne: null } };
  const sent = await post(SEND, { to: newEmail(), payload: operators });
  const shown = await stack.admin.get<{ notification: { payload: object } }>(
    `/admin/v1/notifications/${String(sent.body.id)}`,
  );
  expect(shown.body.notification.payload).toEqual(operators);
  const encoded = encodeURIComponent('{"$gt":""}');
  expectRefusal(await post(`/v1/send/${encoded}`, { to: email }), 404, 'EVENT_NOT_FOUND');
  expectRefusal(await app.production.get(`/v1/notifications/${encoded}`), 404, 'NOTIFICATION_NOT_FOUND');
  expectRefusal(await app.production.get(`${CONTACTS}/${encoded}`), 404, 'CONTACT_NOT_FOUND');
  const { body } = await post(CONTACTS, { external_id: randomUUID() });
  const { externalId } = (body as { contact: { externalId: string } }).contact;
  for (const query of ['?external_id[$gt]=', '?$where=1', '?__proto__[a]=1', '?%', '?a=%ff']) {
    expect((await app.production.get(`${CONTACTS}/${externalId}${query}`)).body).toEqual(body);
  }
});
