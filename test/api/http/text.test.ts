import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, PING } from '../../support/application';
import type { Answer } from '../../support/http-api';
import { expectOneShape } from '../../support/seen-answers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
});
afterAll(() => stack.stop());

const post = (path: string, body: unknown): Promise<Answer> => stack.production.post(path, body);
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

test.each(PLACES)(
  'REQUEST-6: NUL and lone surrogates are 400 with field: %s, %s, %s',
  async (path, body, field) => {
    for (const bad of ['a\0b', '\ud83d', '\udc00\ud800']) {
      const answer = await post(path, body(bad));
      expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
      expectOneShape(answer);
    }
  },
);

test('REQUEST-6: NUL and lone surrogates in a key are 400 too, shown as U+FFFD', async () => {
  for (const [body, field] of [
    [{ to: email, payload: { 'a\0': 1 } }, 'payload.a\ufffd'],
    [{ to: email, payload: { '\ud83d': 1 } }, 'payload.\ufffd'],
    [{ to: email, 'x\0': 1 }, 'x\ufffd'],
  ] as const) {
    expectRefusal(await post(SEND, body), 400, 'VALIDATION_ERROR', { field });
  }
});

test('REQUEST-6: with a whole surrogate pair is taken', async () => {
  const answer = await post(CONTACTS, `{"email":"${newEmail()}","name":"\\ud83d\\ude00"}`);
  expect(answer.body).toMatchObject({ contact: { name: '😀' } });
});

describe('whatever its keys are, it is data:', () => {
  // As text: an object literal with __proto__ has another prototype instead of the key.
  const data =
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"prototype":1,"toString":"x",' +
    '"$gt":"","$set":{"a.b":1},"$where":"sleep(1000)","a.b":{"$ne":null},"x.y":[{"$ne":null}],"":0}';

  test('REQUEST-9: the payload, and meta in `to`', async () => {
    const to = newEmail();
    const answer = await post(SEND, `{"to":{"email":"${to}","meta":{"deeper":${data}}},"payload":${data}}`);
    const shown = await stack.admin.get<{ notification: { payload: object } }>(
      `/admin/v1/notifications/${String(answer.body.id)}`,
    );
    expect(JSON.stringify(shown.body.notification.payload)).toBe(data);
    const read = await stack.production.get<{ contact: { meta: object } }>(
      `${CONTACTS}/${encodeURIComponent(to)}`,
    );
    expect(JSON.stringify(read.body.contact.meta)).toBe(`{"deeper":${data}}`);
  });

  test('REQUEST-9: meta of a contact, and an external id like an operator', async () => {
    const external_id = `{"$ne":null}${randomUUID()}`;
    const body = `{"external_id":${JSON.stringify(external_id)},"meta":${data}}`;
    const made = await post(CONTACTS, body);
    const { uuid, meta, externalId } = (
      made.body as { contact: { uuid: string; externalId: string; meta: object } }
    ).contact;
    expect(externalId).toBe(external_id);
    expect(JSON.stringify(meta)).toBe(data);
    for (const identifier of [uuid, external_id]) {
      const path = `${CONTACTS}/${encodeURIComponent(identifier)}`;
      expect((await stack.production.get(path)).body).toEqual(made.body);
    }
  });
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
])(
  'REQUEST-7: __proto__, constructor and prototype are unknown keys elsewhere: %s %s is 400 with field %s',
  async (path, body, field) => {
    expectRefusal(await post(path, body), 400, 'VALIDATION_ERROR', { field });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  },
);
