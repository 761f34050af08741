import { randomUUID } from 'node:crypto';
import type { Answer, HttpApi } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
} from '../../support/application';

interface Contact {
  uuid: string;
  name: string | null;
  emailAddresses: string[];
}
type ListAnswer = Answer<{
  success: boolean;
  data: { contacts: Contact[]; total: number; limit: number; offset: number };
}>;

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
beforeEach(async () => {
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

const list = (query: string, api: HttpApi = app.production): Promise<ListAnswer> =>
  api.get(`/v1/contacts${query}`);
const add = async (body: Record<string, unknown>, api: HttpApi = app.production): Promise<Contact> => {
  const answer = await api.post<{ contact: Contact }>('/v1/contacts', body);
  expect(answer.status).toBe(200);
  return answer.body.contact;
};
const addMany = async (count: number): Promise<Contact[]> => {
  const made: Contact[] = [];
  for (let index = 0; index < count; index += 1) made.push(await add({ email: newEmail() }));
  return made;
};
/** The uuids that a search finds. */
const found = async (search: string): Promise<string[]> => {
  const { status, body } = await list(`?search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  expect(body.data.total).toBe(body.data.contacts.length);
  return body.data.contacts.map(({ uuid }) => uuid);
};

describe('GET /v1/contacts', () => {
  test('CONTACT-16: answers contacts as they are shown elsewhere, newest first, with total, limit and offset', async () => {
    const [first, second] = [await add({ email: newEmail(), name: 'Ada' }), await add({ phone: newPhone() })];
    const answer = await list('');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { contacts: [second, first], total: 2, limit: 50, offset: 0 },
    });
  });

  test('CONTACT-16: without contacts answers an empty list', async () => {
    expect((await list('')).body.data).toEqual({ contacts: [], total: 0, limit: 50, offset: 0 });
  });

  test('CONTACT-16: pages of any size are the whole list, each contact once and in the same order', async () => {
    // Many of one moment: by their time alone they would have no order.
    const made = await Promise.all(Array.from({ length: 53 }, () => add({ email: newEmail() })));
    const whole = (await list('?limit=100')).body.data.contacts;
    expect(whole.map(({ uuid }) => uuid).sort()).toEqual(made.map(({ uuid }) => uuid).sort());
    expect((await list('')).body.data.contacts).toEqual(whole.slice(0, 50));
    for (const limit of [7, 50]) {
      const pages: Contact[] = [];
      for (let offset = 0; offset < 60; offset += limit) {
        const { data } = (await list(`?limit=${limit}&offset=${offset}`)).body;
        expect(data).toMatchObject({ total: 53, limit, offset });
        pages.push(...data.contacts);
      }
      expect(pages).toEqual(whole);
    }
  });

  test('CONTACT-16: an update moves no contact in the order', async () => {
    const [first, second] = [await add({ email: newEmail() }), await add({ email: newEmail() })];
    await add({ email: first.emailAddresses[0], name: 'Changed' });
    const { contacts } = (await list('')).body.data;
    expect(contacts.map(({ uuid }) => uuid)).toEqual([second.uuid, first.uuid]);
  });

  test('CONTACT-17: shows the contacts of its own application and environment alone', async () => {
    const other = await makeApplication(stack);
    const email = newEmail();
    const [production, sandbox] = [await add({ email }), await add({ email }, app.sandbox)];
    await add({ email }, other.production);
    for (const query of ['', `?search=${email}`]) {
      expect((await list(query)).body.data).toMatchObject({ total: 1, contacts: [production] });
      expect((await list(query, app.sandbox)).body.data).toMatchObject({ total: 1, contacts: [sandbox] });
    }
  });

  test('CONTACT-17: an erased contact is in it no more, at once', async () => {
    const [kept, erased] = [await add({ email: newEmail() }), await add({ email: newEmail(), name: 'Eve' })];
    expect((await app.production.request('DELETE', `/v1/contacts/${erased.uuid}`)).status).toBe(200);
    expect((await list('')).body.data).toMatchObject({ total: 1, contacts: [kept] });
    expect(await found('eve')).toEqual([]);
  });

  test('CONTACT-16: a contact that a send made is in it', async () => {
    const email = newEmail();
    await app.production.send('ping', { to: { email, name: 'Sent To' } });
    expect((await list('?search=sent%20to')).body.data.contacts).toMatchObject([{ emailAddresses: [email] }]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%2010', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=10&limit=20', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['offset=x', 'offset'],
    ['offset=', 'offset'],
    ['offset=10001', 'offset'],
    ['search=a&search=b', 'search'],
    [`search=${'x'.repeat(256)}`, 'search'],
    ['search[$gt]=', 'search[$gt]'],
    ['search[$regex]=.*', 'search[$regex]'],
    ['page=2', 'page'],
    ['Limit=2', 'Limit'],
    ['__proto__=x', '__proto__'],
    ['constructor=x', 'constructor'],
  ])('CONTACT-19: ?%s is 400 with field %s', async (query, field) => {
    expectRefusal(await list(`?${query}`), 400, 'VALIDATION_ERROR', { field });
  });

  test('CONTACT-16: the bounds themselves are fine, and past the end there is nothing', async () => {
    await addMany(2);
    expect((await list('?limit=1')).body.data.contacts).toHaveLength(1);
    expect((await list('?limit=100&offset=10000')).body.data).toEqual({
      contacts: [],
      total: 2,
      limit: 100,
      offset: 10_000,
    });
  });

  test('CONTACT-19: an offset that is too large says what to do', async () => {
    const { body } = await list('?offset=20000');
    expect(body).toMatchObject({ error: expect.stringContaining('search') });
  });

  test('CONTACT-16: one declared index serves its filter and its order, with a search and without', async () => {
    const calls: unknown[][] = [];
    const connection = stack.connection.mongoose;
    connection.set('debug', (...call: unknown[]) => void calls.push(call));
    const scope = { applicationId: app.id, environment: 'production' } as const;
    try {
      for (const search of ['', 'ada'])
        await stack.store.contacts.list({ scope, search, limit: 1, offset: 0 });
    } finally {
      connection.set('debug', false);
    }
    const indexes = connection.model('Contact').schema.indexes();
    const [index] = indexes.find(([keys]) => 'listKeys' in keys) ?? [{}];
    expect(calls.map(([, method]) => method)).toEqual(['find', 'countDocuments', 'find', 'countDocuments']);
    for (const [, method, filter, options] of calls as [string, string, object, { sort?: object }][]) {
      const order = method === 'find' ? Object.entries(options.sort ?? {}) : [];
      expect([...Object.keys(filter), ...order]).toEqual(
        method === 'find' ? ['listKeys', ['createdAt', -1], ['_id', -1]] : ['listKeys'],
      );
    }
    expect(Object.entries(index)).toEqual([
      ['listKeys', 1],
      ['createdAt', -1],
      ['_id', -1],
    ]);
  });
});

describe('search', () => {
  test('CONTACT-18: finds by the beginning of name, e-mail address, phone and external id, whatever the case', async () => {
    const tag = randomUUID().slice(0, 8);
    const { uuid } = await add({
      email: `mail-${tag}@example.org`,
      phone: '+12025550199',
      external_id: `Ext-${tag}`,
      name: `Åsa ${tag} Öberg`,
    });
    await add({ email: newEmail(), name: 'Somebody Else' });
    for (const search of [
      `mail-${tag}`,
      `MAIL-${tag.toUpperCase()}@EXAMPLE.ORG`,
      '+1202',
      '+12025550199',
      `ext-${tag}`,
      `EXT-${tag}`,
      'å',
      'ÅSA',
      `a\u030asa ${tag} öb`,
    ]) {
      expect(await found(search)).toEqual([uuid]);
    }
    for (const search of [tag, 'example.org', '2025550199', 'öberg', `mail-${tag}@example.orgx`, 'a']) {
      expect(await found(search)).toEqual([]);
    }
  });

  test('CONTACT-18: finds by every e-mail address and phone number of a contact, the older ones too', async () => {
    const external_id = `many-${randomUUID()}`;
    const [older, newer] = [newEmail(), newEmail()];
    const { uuid } = await add({ external_id, email: older, phone: '+12025550181' });
    await add({ external_id, email: newer, phone: '+12025550182' });
    for (const search of [older, newer, '+12025550181', '+12025550182']) {
      expect(await found(search)).toEqual([uuid]);
    }
    // Both numbers match, and it is one contact.
    expect(await found('+1202555018')).toEqual([uuid]);
  });

  test('CONTACT-18: what was changed or cleared finds the contact no more', async () => {
    const email = newEmail();
    const { uuid } = await add({ email, name: 'Before', phone: '+12025550171' });
    await app.production.request('PATCH', `/v1/contacts/${uuid}`, { name: 'After', phone: null });
    expect(await found('before')).toEqual([]);
    expect(await found('+12025550171')).toEqual([]);
    expect(await found('after')).toEqual([uuid]);
  });

  test('CONTACT-18: is plain text: no character of it is a pattern or an operator', async () => {
    const { uuid } = await add({ email: newEmail(), name: 'Ada' });
    for (const search of [
      '.*',
      '^',
      '$',
      'A.a',
      '(',
      '[a-z]',
      '\\',
      '{"$gt":""}',
      '%',
      '*',
      '\0',
      '\uffff',
    ]) {
      expect(await found(search)).toEqual([]);
    }
    const strange = await add({ external_id: '.*$({"$gt":""})\\' });
    for (const search of ['.', '.*', '.*$({"$GT":""})\\'])
      expect(await found(search)).toEqual([strange.uuid]);
    expect(await found('ada')).toEqual([uuid]);
  });

  test('CONTACT-18: a name beyond the basic plane is found by its beginning', async () => {
    const made = await Promise.all(
      ['x\u{1f600}\u{1f600} smiles', 'x\u{20000} is rare', 'xylophone'].map((name) =>
        add({ email: newEmail(), name }),
      ),
    );
    const uuids = made.map(({ uuid }) => uuid);
    expect((await found('x')).sort()).toEqual([...uuids].sort());
    expect(await found('x\u{1f600}')).toEqual([uuids[0]]);
    expect(await found('x\u{20000}')).toEqual([uuids[1]]);
  });

  test('CONTACT-18: an empty one is none', async () => {
    const made = await addMany(3);
    expect((await list('?search=')).body.data).toMatchObject({ total: made.length });
  });

  test('CONTACT-18: pages through what matches, newest first', async () => {
    const made: Contact[] = [];
    for (let index = 0; index < 5; index += 1)
      made.push(await add({ email: newEmail(), name: `Paul ${index}` }));
    await addMany(2);
    const pages = await Promise.all(
      [0, 2, 4].map(async (offset) => (await list(`?search=PAUL&limit=2&offset=${offset}`)).body.data),
    );
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect(pages.flatMap(({ contacts }) => contacts)).toEqual([...made].reverse());
  });
});
