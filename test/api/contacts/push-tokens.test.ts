import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { expectRefusal, newEmail, newPhone } from '../../support/application';

interface Contact {
  uuid: string;
  [field: string]: unknown;
}
type ContactAnswer = Answer<{ success: boolean; contact: Contact }>;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const newToken = (): string => `token:${randomUUID()}`;
const pathOf = (identifier: string): string => `/v1/contacts/${encodeURIComponent(identifier)}`;
const add = (identifier: string, body: unknown): Promise<ContactAnswer> =>
  stack.production.post(`${pathOf(identifier)}/push-tokens`, body);
const remove = (identifier: string, body: unknown): Promise<ContactAnswer> =>
  stack.production.request('DELETE', `${pathOf(identifier)}/push-tokens`, body);
const newContact = async (body: Record<string, unknown> = {}): Promise<Contact> =>
  (await stack.production.post<{ contact: Contact }>('/v1/contacts', { email: newEmail(), ...body })).body
    .contact;
const tokensOf = async ({ uuid }: Contact): Promise<string[]> =>
  (await stack.store.contacts.get(uuid))?.pushTokens ?? [];
const addAll = async (contact: Contact, tokens: string[]): Promise<void> => {
  for (const answer of await Promise.all(tokens.map((token) => add(contact.uuid, { token })))) {
    expect(answer.status).toBe(200);
  }
};

describe('POST and DELETE /v1/contacts/{identifier}/push-tokens', () => {
  test('DEVICE-1: add and remove a token, and answer the contact as the interface shows it', async () => {
    const contact = await newContact({ name: 'Ada' });
    const token = newToken();
    const added = await add(contact.uuid, { token });
    expect({ status: added.status, body: added.body }).toEqual({
      status: 200,
      body: { success: true, contact },
    });
    expect(await tokensOf(contact)).toEqual([token]);
    const removed = await remove(contact.uuid, { token });
    expect({ status: removed.status, body: removed.body }).toEqual({
      status: 200,
      body: { success: true, contact },
    });
    expect(await tokensOf(contact)).toEqual([]);
  });

  test('DEVICE-2: adding twice and removing what is not there are fine', async () => {
    const contact = await newContact();
    const [token, other] = [newToken(), newToken()];
    for (let times = 0; times < 2; times += 1) expect((await add(contact.uuid, { token })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([token]);
    expect((await remove(contact.uuid, { token: other })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([token]);
    for (let times = 0; times < 2; times += 1)
      expect((await remove(contact.uuid, { token })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([]);
  });

  test('DEVICE-1: take every identifier of the contact, URL-encoded', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), `a/b+c %40 ${randomUUID()}`];
    const contact = await newContact({ email, phone, external_id });
    const tokens = [email, phone, external_id, contact.uuid].map((identifier) => ({
      identifier,
      token: newToken(),
    }));
    for (const { identifier, token } of tokens) expect((await add(identifier, { token })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual(tokens.map(({ token }) => token));
    for (const { identifier, token } of tokens)
      expect((await remove(identifier, { token })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([]);
  });

  test('DEVICE-1: 50 concurrent adds of different tokens all land, and so do 50 concurrent removals', async () => {
    const contact = await newContact();
    const tokens = Array.from({ length: 50 }, newToken);
    await addAll(contact, tokens);
    expect((await tokensOf(contact)).sort()).toEqual([...tokens].sort());
    const removals = await Promise.all(tokens.slice(0, 49).map((token) => remove(contact.uuid, { token })));
    expect(new Set(removals.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await tokensOf(contact)).toEqual(tokens.slice(49));
  });

  test('DEVICE-1: 50 concurrent adds of one token add it once', async () => {
    const contact = await newContact();
    const token = newToken();
    await addAll(
      contact,
      Array.from({ length: 50 }, () => token),
    );
    expect(await tokensOf(contact)).toEqual([token]);
  });

  test('DEVICE-1: adds between changes of the contact are lost by neither', async () => {
    const contact = await newContact();
    const tokens = Array.from({ length: 20 }, newToken);
    const changes = tokens.map((_, index) =>
      stack.production.request('PATCH', pathOf(contact.uuid), { meta: { [`key${index}`]: index } }),
    );
    await Promise.all([addAll(contact, tokens), ...changes]);
    expect((await tokensOf(contact)).sort()).toEqual([...tokens].sort());
    const { body } = await stack.production.get<{ contact: Contact }>(pathOf(contact.uuid));
    expect(Object.keys(body.contact.meta as object)).toHaveLength(20);
  });

  test('DEVICE-3: 400 with field past 100 tokens, also for concurrent ones; removing one makes room', async () => {
    const contact = await newContact();
    const tokens = Array.from({ length: 110 }, newToken);
    const answers = await Promise.all(tokens.map((token) => add(contact.uuid, { token })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    for (const answer of refused) expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'token' });
    const [first = '', ...others] = await tokensOf(contact);
    expect(others).toHaveLength(99);
    // One that is there already needs no room.
    expect((await add(contact.uuid, { token: first })).status).toBe(200);
    expect((await remove(contact.uuid, { token: first })).status).toBe(200);
    expect((await add(contact.uuid, { token: first })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([...others, first]);
  });

  test('DEVICE-3: a send past 100 tokens keeps the newest', async () => {
    const email = newEmail();
    const contact = await newContact({ email });
    const send = (to: object) =>
      stack.production.send('welcome', { to: { email, ...to }, payload: { name: 'Ada' } });
    await send({ push_tokens: Array.from({ length: 100 }, newToken) });
    const kept = await tokensOf(contact);
    expect(kept).toHaveLength(100);
    const token = newToken();
    await send({ push_token: token });
    expect(await tokensOf(contact)).toEqual([...kept.slice(1), token]);
  });

  test('DEVICE-1: a token of two contacts stays with the other when one of them drops it', async () => {
    const [ada, bob] = [await newContact(), await newContact()];
    const token = newToken();
    await add(ada.uuid, { token });
    expect((await add(bob.uuid, { token })).body.contact).toEqual(bob);
    await remove(ada.uuid, { token });
    expect(await tokensOf(ada)).toEqual([]);
    expect(await tokensOf(bob)).toEqual([token]);
  });

  test.each([
    ['no token', {}, 'token'],
    ['an empty one', { token: '' }, 'token'],
    ['null', { token: null }, 'token'],
    ['a number', { token: 5 }, 'token'],
    ['a list', { token: ['a'] }, 'token'],
    ['an operator', { token: { $ne: null } }, 'token'],
    ['a line break', { token: 'a\nb' }, 'token'],
    ['one that is too long', { token: 'x'.repeat(4097) }, 'token'],
    ['an unknown key', { token: 'abc', platform: 'ios' }, 'platform'],
    ['a misspelt key', { tokens: ['abc'] }, 'token'],
  ])('DEVICE-5: %s is 400 with field in both', async (_what, body, field) => {
    const contact = await newContact();
    expectRefusal(await add(contact.uuid, body), 400, 'VALIDATION_ERROR', { field });
    expectRefusal(await remove(contact.uuid, body), 400, 'VALIDATION_ERROR', { field });
    expect(await tokensOf(contact)).toEqual([]);
  });

  test('DEVICE-5: a token of 4096 characters is fine', async () => {
    const contact = await newContact();
    const token = 'x'.repeat(4096);
    expect((await add(contact.uuid, { token })).status).toBe(200);
    expect(await tokensOf(contact)).toEqual([token]);
  });

  test('DEVICE-4: 404 CONTACT_NOT_FOUND for what is no contact, and for an erased one', async () => {
    const { uuid } = await newContact();
    await stack.production.request('DELETE', pathOf(uuid));
    for (const identifier of [uuid, newEmail(), newPhone(), randomUUID(), 'nobody']) {
      expectRefusal(await add(identifier, { token: 'abc' }), 404, 'CONTACT_NOT_FOUND');
      expectRefusal(await remove(identifier, { token: 'abc' }), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('DEVICE-4: the contacts of another environment are not theirs', async () => {
    const { uuid } = await newContact();
    const answer = await stack.sandbox.post(`${pathOf(uuid)}/push-tokens`, { token: 'abc' });
    expectRefusal(answer, 404, 'CONTACT_NOT_FOUND');
  });
});
