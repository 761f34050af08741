import { createHash, randomUUID } from 'node:crypto';
import { erasureWorkflowId } from '../../workflows/contract';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { Answer, HttpApi } from '../support/http-api';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { expectRefusal, newEmail, newPhone, PING } from '../support/application';

/** A sequence that is in its WAIT long enough to be erased there. */
const DRIP = `
name: drip
channels: [email]
templates:
  email:
    en: { subject: Drip, html: '<p>Drip</p>' }
sequence:
  - send: email
  - wait: 4s
  - send: email
`;

const NOTE = `
name: note
channels: [slack]
templates:
  slack:
    en: { text: Note }
`;

interface Contact {
  uuid: string;
  emailAddresses: string[];
  phoneNumbers: string[];
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  externalId: string | null;
  avatar: string | null;
  username: string | null;
  slack: string | null;
  meta: Record<string, unknown>;
}
type ContactAnswer = Answer<{ success: boolean; contact: Contact }>;

let stack: Stack;
/** Erased first of all: Temporal may take half a minute to let go of an execution that is closed. */
let erasedEarly: Promise<string>;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING, 'drip.yaml': DRIP, 'note.yaml': NOTE } });
  erasedEarly = sendAndErase();
  erasedEarly.catch(() => undefined);
});
afterAll(() => stack.stop());

const newExternalId = (): string => `user-${randomUUID()}`;
const newSlackMember = (): string => `U${randomUUID().replaceAll('-', '').toUpperCase()}`;
const pathOf = (identifier: string): string => `/v1/contacts/${encodeURIComponent(identifier)}`;
const post = (body: unknown): Promise<ContactAnswer> => stack.production.post('/v1/contacts', body);
const get = (identifier: string): Promise<ContactAnswer> => stack.production.get(pathOf(identifier));
const patch = (identifier: string, body?: unknown): Promise<ContactAnswer> =>
  stack.production.request('PATCH', pathOf(identifier), body);
const erase = (identifier: string): Promise<Answer> => stack.production.request('DELETE', pathOf(identifier));

/** The contact of an answer that must be a success. */
async function contactOf(answer: Promise<ContactAnswer>): Promise<Contact> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, contact: expect.any(Object) },
  });
  return body.contact;
}
const gravatar = (email: string): string =>
  `https://www.gravatar.com/avatar/${createHash('sha256').update(email).digest('hex')}`;

/** Sends, waits for the end, and erases the contact; the id of the notification. */
async function sendAndErase(): Promise<string> {
  const email = newEmail();
  const id = await stack.production.send('ping', { to: email });
  await untilEnded(stack.production, id);
  await erase(email);
  return id;
}

describe('4.5 POST /v1/contacts', () => {
  test('2.1: makes a contact and answers it with exactly the fields of the interface', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const answer = await post({
      email,
      phone,
      external_id,
      name: 'Ada Augusta Lovelace',
      avatar: 'https://example.org/ada.png',
      username: 'ada',
      slack: 'U12345678',
      meta: { plan: 'pro', seats: 2 },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      contact: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        emailAddresses: [email],
        phoneNumbers: [phone],
        name: 'Ada Augusta Lovelace',
        firstName: 'Ada',
        lastName: 'Augusta Lovelace',
        externalId: external_id,
        avatar: 'https://example.org/ada.png',
        username: 'ada',
        slack: 'U12345678',
        meta: { plan: 'pro', seats: 2 },
      },
    });
    expect((await get(external_id)).body).toEqual(answer.body);
  });

  test('2.1 rule 1: takes each of email, phone and external_id alone; what was not sent is empty', async () => {
    const nothing = { name: null, firstName: null, lastName: null, username: null, slack: null, meta: {} };
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    expect(await contactOf(post({ email }))).toMatchObject({
      ...nothing,
      emailAddresses: [email],
      phoneNumbers: [],
      externalId: null,
      avatar: gravatar(email),
    });
    expect(await contactOf(post({ phone }))).toMatchObject({
      ...nothing,
      emailAddresses: [],
      phoneNumbers: [phone],
      externalId: null,
      avatar: null,
    });
    expect(await contactOf(post({ external_id }))).toMatchObject({
      ...nothing,
      emailAddresses: [],
      phoneNumbers: [],
      externalId: external_id,
      avatar: null,
    });
  });

  test('2.1 rule 1: without any of the three is 400, also where another identifier would find a contact', async () => {
    const slack = newSlackMember();
    const before = await contactOf(post({ email: newEmail(), slack, name: 'Before' }));
    for (const body of [
      {},
      { name: 'Ada' },
      { meta: { a: 1 } },
      { email: null, phone: null, external_id: null },
      { slack, name: 'After' },
    ]) {
      expectRefusal(await post(body), 400, 'VALIDATION_ERROR', { field: 'email' });
    }
    expect(await contactOf(get(before.uuid))).toEqual(before);
  });

  test.each([
    ['email', 'ada@'],
    ['email', 'ada@example.org, eve@example.org'],
    ['phone', '0701740605'],
    ['phone', '+12'],
    ['external_id', ''],
    ['name', 5],
    ['meta', 'text'],
  ])('400 with field where %s is %j, and nothing is made', async (field, value) => {
    const external_id = newExternalId();
    const answer = await post({ external_id, [field]: value });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    expectRefusal(await get(external_id), 404, 'CONTACT_NOT_FOUND');
  });

  test('4.5: updates the contact that any of its identifiers matches', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const { uuid } = await contactOf(post({ email, phone, external_id }));
    for (const [index, identifier] of [{ email }, { phone }, { external_id }].entries()) {
      const updated = await contactOf(post({ ...identifier, name: `Name ${index}` }));
      expect(updated).toMatchObject({ uuid, name: `Name ${index}`, externalId: external_id });
    }
    expect(await contactOf(post({ email, external_id: newExternalId() }))).toMatchObject({ uuid });
  });

  test('an update changes what it carries and keeps the rest; metadata is merged', async () => {
    const external_id = newExternalId();
    const first = await contactOf(
      post({ external_id, name: 'Ada', username: 'ada', meta: { plan: 'free', seats: 1 }, city: 'London' }),
    );
    const second = await contactOf(post({ external_id, meta: { plan: 'pro' }, home_town: 'Paris' }));
    expect(second).toEqual({
      ...first,
      meta: { plan: 'pro', seats: 1, city: 'London', homeTown: 'Paris' },
    });
  });

  test('null says nothing, for it is how serializers write what they do not know', async () => {
    const body = { email: newEmail(), phone: newPhone(), name: 'Ada', username: 'ada', meta: { a: 1 } };
    const before = await contactOf(post(body));
    const nulls = { external_id: null, phone: null, name: null, username: null, meta: null };
    expect(await contactOf(post({ email: body.email, ...nulls }))).toEqual(before);
  });

  test('e-mail addresses compare without case, phone numbers as E.164', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { uuid } = await contactOf(post({ email: email.toUpperCase(), phone }));
    const spaced = phone.replace(/^(\+1)(\d{3})(\d{3})/, '$1 ($2) $3-');
    const again = await contactOf(post({ email, phone: spaced }));
    expect(again).toMatchObject({ uuid, emailAddresses: [email], phoneNumbers: [phone] });
  });

  test('a new address goes to the front of its array; the older one stays and still identifies', async () => {
    const external_id = newExternalId();
    const [oldEmail, email, oldPhone, phone] = [newEmail(), newEmail(), newPhone(), newPhone()];
    const { uuid } = await contactOf(post({ external_id, email: oldEmail, phone: oldPhone }));
    const updated = await contactOf(post({ external_id, email, phone }));
    expect(updated).toMatchObject({
      emailAddresses: [email, oldEmail],
      phoneNumbers: [phone, oldPhone],
      avatar: gravatar(email),
    });
    for (const identifier of [email, oldEmail, phone, oldPhone]) {
      expect(await contactOf(get(identifier))).toMatchObject({ uuid });
    }
    // Given again, the older one is the first, and none is there twice.
    expect(await contactOf(post({ email: oldEmail }))).toMatchObject({
      uuid,
      emailAddresses: [oldEmail, email],
    });
  });

  test('2.1 rules 2 and 3: unknown fields go to meta in camelCase; meta is kept as sent', async () => {
    const { meta } = await contactOf(
      post({
        email: newEmail(),
        favorite_color: 'red',
        signup: { first_step: 1 },
        meta: { plan_name: 'pro', favoriteColor: 'blue' },
      }),
    );
    expect(meta).toEqual({ plan_name: 'pro', favoriteColor: 'blue', signup: { first_step: 1 } });
  });

  test('keys of metadata that every object has are data like any other, at the top and in meta', async () => {
    const email = newEmail();
    const meta = { constructor: 1, toString: { valueOf: 2 }, prototype: null };
    const made = await contactOf(post({ email, meta, hasOwnProperty: 'x', to_json: 3 }));
    expect(made.meta).toEqual({ ...meta, hasOwnProperty: 'x', toJson: 3 });
    expect(await contactOf(get(email))).toEqual(made);
    expect((await contactOf(patch(email, { meta: { toString: 4 } }))).meta).toMatchObject({ toString: 4 });
  });

  test('400 with field for metadata that grows too large over many updates, which then changes nothing', async () => {
    const email = newEmail();
    const part = 'x'.repeat(600_000);
    const before = await contactOf(post({ email, meta: { first: part } }));
    expectRefusal(await post({ email, meta: { second: part }, name: 'After' }), 400, 'VALIDATION_ERROR', {
      field: 'meta',
    });
    const sent = await stack.sandbox.post('/v1/send/ping', { to: { email, meta: { first: part } } });
    expect(sent.status).toBe(200);
    const more = await stack.sandbox.post('/v1/send/ping', { to: { email, meta: { second: part } } });
    expectRefusal(more, 400, 'VALIDATION_ERROR', { field: 'to.meta' });
    expect(await contactOf(get(email))).toEqual(before);
    expect(await contactOf(post({ email, name: 'After' }))).toMatchObject({ name: 'After' });
  });

  test.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', null],
    ['Ada Augusta King, Countess', 'Ada', 'Augusta King, Countess'],
    ['Åsa  Öberg', 'Åsa', 'Öberg'],
  ])('the name %s is returned whole and split into %s and %s', async (name, firstName, lastName) => {
    expect(await contactOf(post({ email: newEmail(), name }))).toMatchObject({ name, firstName, lastName });
  });

  test('decisions: an avatar that was not given is the Gravatar of the e-mail address', async () => {
    const email = newEmail();
    expect((await contactOf(post({ email: email.toUpperCase() }))).avatar).toBe(gravatar(email));
    const avatar = 'https://example.org/ada.png';
    expect((await contactOf(post({ email, avatar }))).avatar).toBe(avatar);
    expect((await contactOf(patch(email, { avatar: null }))).avatar).toBe(gravatar(email));
  });

  test('decisions: identifiers of different contacts are 409 CONTACT_CONFLICT with the field, and change nothing', async () => {
    const [ada, bob, carl] = [newEmail(), newPhone(), newExternalId()];
    const before = await Promise.all(
      [{ email: ada }, { phone: bob }, { external_id: carl }].map((body) => contactOf(post(body))),
    );
    const conflict = async (body: Record<string, unknown>, field: string) =>
      expectRefusal(await post({ ...body, name: 'Mixed up' }), 409, 'CONTACT_CONFLICT', { field });
    await conflict({ email: ada, phone: bob }, 'phone');
    await conflict({ external_id: carl, email: ada }, 'email');
    await conflict({ external_id: carl, phone: bob, email: newEmail() }, 'phone');
    for (const contact of before) expect(await contactOf(get(contact.uuid))).toEqual(contact);
  });

  test('decisions: 50 concurrent POSTs of one new identifier make one contact and lose nothing', async () => {
    const email = newEmail();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => contactOf(post({ email, [`field_${index % 10}`]: 1 }))),
    );
    expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1);
    const { meta, emailAddresses } = await contactOf(get(email));
    expect(Object.keys(meta)).toHaveLength(10);
    expect(emailAddresses).toEqual([email]);
  });
});

test('decisions: concurrent POSTs that share one identifier and bring others make one contact with all of them', async () => {
  const email = newEmail();
  const [phones, ids] = [Array.from({ length: 10 }, newPhone), Array.from({ length: 10 }, newExternalId)];
  const bodies = [
    ...phones.map((phone) => ({ email, phone })),
    ...ids.map((external_id) => ({ email, external_id })),
  ];
  const made = await Promise.all(bodies.map((body) => contactOf(post(body))));
  expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1);
  const { phoneNumbers, externalId } = await contactOf(get(email));
  expect([...phoneNumbers].sort()).toEqual([...phones].sort());
  expect(ids).toContain(externalId);
  for (const phone of phones) expect((await get(phone)).status).toBe(200);
});

describe('4.6 GET /v1/contacts/{identifier}', () => {
  test('finds a contact by UUID, external_id, email and phone', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const contact = await contactOf(post({ email, phone, external_id }));
    for (const identifier of [contact.uuid, contact.uuid.toUpperCase(), external_id, email, phone]) {
      expect(await contactOf(get(identifier))).toEqual(contact);
    }
    expect(await contactOf(get(email.toUpperCase()))).toEqual(contact);
    expect(await contactOf(get(phone.replace('+1', '+1 ')))).toEqual(contact);
  });

  test('2.1: identifiers in the path are URL-decoded once', async () => {
    for (const external_id of [
      'a+b',
      'a%40b',
      'a/b',
      'a b',
      'Åsa/ö?#&=',
      '%2B1',
      '..',
      '日本語',
      '#x',
      "o'x",
    ]) {
      const unique = `${external_id} ${randomUUID()}`;
      const contact = await contactOf(post({ external_id: unique }));
      expect(await contactOf(get(unique))).toEqual(contact);
    }
    const tagged = newEmail().replace('@', '+tag/%25@');
    const { uuid } = await contactOf(post({ email: tagged }));
    expect(await contactOf(get(tagged))).toMatchObject({ uuid });
  });

  test.each(['%', '%zz', 'a%E0%A4%A', '%ff', '%C0%80'])(
    '400, not 500, for the path %s, which is no URL encoding',
    async (path) => {
      const methods: [string, string][] = [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/push-tokens'],
        ['DELETE', '/push-tokens'],
      ];
      for (const [method, after] of methods) {
        const body = method === 'GET' ? undefined : { token: 'abc' };
        const answer = await stack.production.request(method, `/v1/contacts/${path}${after}`, body);
        expectRefusal(answer, 400, 'VALIDATION_ERROR');
      }
    },
  );

  test('404 for what no contact can be named: control characters, and what is longer than any identifier', async () => {
    for (const identifier of ['\0', 'a\nb', ' ', 'x'.repeat(5000), `${'x'.repeat(300)}@example.org`]) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('decisions: a UUID is a uuid first, then an external id', async () => {
    const own = await contactOf(post({ external_id: newExternalId() }));
    await contactOf(post({ external_id: own.uuid, name: 'Named like it' }));
    expect(await contactOf(get(own.uuid))).toEqual(own);
    const external_id = randomUUID();
    const { uuid } = await contactOf(post({ external_id }));
    expect(await contactOf(get(external_id))).toMatchObject({ uuid, externalId: external_id });
  });

  test('404 CONTACT_NOT_FOUND for what is no contact', async () => {
    for (const identifier of [randomUUID(), newExternalId(), newEmail(), newPhone(), 'a@b', '+12', 'null']) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('5 rule 2: knows the contacts of its own environment alone', async () => {
    const [email, external_id] = [newEmail(), newExternalId()];
    const contact = await contactOf(post({ email, external_id }));
    for (const identifier of [contact.uuid, email, external_id]) {
      expectRefusal(await stack.sandbox.get(pathOf(identifier)), 404, 'CONTACT_NOT_FOUND');
    }
    const other = await contactOf(stack.sandbox.post('/v1/contacts', { email }));
    expect(other.uuid).not.toBe(contact.uuid);
  });
});

describe('4.7 PATCH /v1/contacts/{identifier}', () => {
  test('changes the provided fields only, whatever identifier names the contact', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const before = await contactOf(post({ email, phone, external_id, name: 'Ada', meta: { a: 1 } }));
    let expected = before;
    for (const [index, identifier] of [before.uuid, email, phone, external_id].entries()) {
      expected = { ...expected, username: `ada${index}` };
      expect(await contactOf(patch(identifier, { username: `ada${index}` }))).toEqual(expected);
    }
    const more = await contactOf(patch(email, { name: 'Ada King', meta: { b: 2 }, favorite_color: 'red' }));
    expect(more).toEqual({
      ...expected,
      name: 'Ada King',
      lastName: 'King',
      meta: { a: 1, b: 2, favoriteColor: 'red' },
    });
    expect(await contactOf(get(email))).toEqual(more);
  });

  test('decisions: with no field changes nothing', async () => {
    const before = await contactOf(post({ email: newEmail(), name: 'Ada', meta: { a: 1 } }));
    expect(await contactOf(patch(before.uuid, {}))).toEqual(before);
    expect(await contactOf(patch(before.uuid))).toEqual(before);
    expect(await contactOf(get(before.uuid))).toEqual(before);
  });

  test('decisions: null clears a field, email all addresses', async () => {
    const [email, older, phone, external_id] = [newEmail(), newEmail(), newPhone(), newExternalId()];
    await post({ external_id, email: older });
    const { uuid } = await contactOf(
      post({ external_id, email, phone, name: 'Ada', username: 'ada', slack: 'U87654321', meta: { a: 1 } }),
    );
    const cleared = await contactOf(
      patch(uuid, { email: null, phone: null, name: null, username: null, slack: null, meta: null }),
    );
    expect(cleared).toEqual({
      uuid,
      emailAddresses: [],
      phoneNumbers: [],
      name: null,
      firstName: null,
      lastName: null,
      externalId: external_id,
      avatar: null,
      username: null,
      slack: null,
      meta: {},
    });
    // What was given up identifies it no more, and is free.
    for (const identifier of [email, older, phone]) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
    }
    expect((await contactOf(post({ email: older }))).uuid).not.toBe(uuid);
  });

  test('decisions: what would leave none of email, phone, external_id is 400 and changes nothing', async () => {
    const before = await contactOf(post({ email: newEmail(), name: 'Ada' }));
    const answer = await patch(before.uuid, { email: null, name: 'Nobody' });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'email' });
    expect(await contactOf(get(before.uuid))).toEqual(before);
    const moved = await contactOf(patch(before.uuid, { email: null, external_id: newExternalId() }));
    expect(moved).toMatchObject({ uuid: before.uuid, emailAddresses: [] });
  });

  test('an external id that was replaced identifies the contact no more', async () => {
    const [first, second] = [newExternalId(), newExternalId()];
    const { uuid } = await contactOf(post({ external_id: first }));
    expect(await contactOf(patch(first, { external_id: second }))).toMatchObject({
      uuid,
      externalId: second,
    });
    expect(await contactOf(get(second))).toMatchObject({ uuid });
    expectRefusal(await get(first), 404, 'CONTACT_NOT_FOUND');
  });

  test('decisions: identifiers of another contact are 409 CONTACT_CONFLICT with the field', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const other = await contactOf(post({ email, phone, external_id }));
    const before = await contactOf(post({ email: newEmail() }));
    for (const [field, value] of Object.entries({ email, phone, external_id })) {
      expectRefusal(await patch(before.uuid, { [field]: value }), 409, 'CONTACT_CONFLICT', { field });
    }
    expect(await contactOf(get(before.uuid))).toEqual(before);
    expect(await contactOf(get(other.uuid))).toEqual(other);
  });

  test('400 with field for what POST refuses too', async () => {
    const { uuid } = await contactOf(post({ email: newEmail() }));
    expectRefusal(await patch(uuid, { phone: '12345' }), 400, 'VALIDATION_ERROR', { field: 'phone' });
    expectRefusal(await patch(uuid, { meta: [] }), 400, 'VALIDATION_ERROR', { field: 'meta' });
  });

  test('404 CONTACT_NOT_FOUND for what is no contact, and none is made', async () => {
    const email = newEmail();
    expectRefusal(await patch(email, { name: 'Ada' }), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await patch(email, { email }), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await get(email), 404, 'CONTACT_NOT_FOUND');
  });

  test('a contact that a send made of a Slack member alone can be changed, having none of the three to lose', async () => {
    const slack = newSlackMember();
    const id = await stack.sandbox.send('note', { to: slack });
    const uuid = (await stack.store.notifications.get(id))?.contactId ?? '';
    const change = (body: unknown): Promise<ContactAnswer> =>
      stack.sandbox.request('PATCH', pathOf(uuid), body);
    expect(await contactOf(change({ name: 'Ada' }))).toMatchObject({ uuid, slack, name: 'Ada' });
    const email = newEmail();
    expect(await contactOf(change({ email }))).toMatchObject({ uuid, emailAddresses: [email] });
    expectRefusal(await change({ email: null }), 400, 'VALIDATION_ERROR', { field: 'email' });
  });
});

describe('a send and its contact', () => {
  test('4.2 rule 9: a contact that does not exist is made, with the name of `to`', async () => {
    const email = newEmail();
    await stack.sandbox.send('ping', { to: { email, name: 'Ada Lovelace', favorite_color: 'red' } });
    const contact = await contactOf(stack.sandbox.get(pathOf(email)));
    expect(contact).toMatchObject({ name: 'Ada Lovelace', meta: { favoriteColor: 'red' } });
  });

  test('50 simultaneous sends to one new address make one contact', async () => {
    const email = newEmail();
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => stack.production.send('ping', { to: { email, name: 'Ada' } })),
    );
    const { uuid } = await contactOf(get(email));
    const contacts = await Promise.all(
      ids.map(async (id) => (await stack.store.notifications.get(id))?.contactId),
    );
    expect(contacts).toEqual(Array.from({ length: 50 }, () => uuid));
  });
});

describe('4.8 DELETE /v1/contacts/{identifier}', () => {
  const executionExists = async (workflowId: string): Promise<boolean> => {
    try {
      await stack.temporal.workflow.getHandle(workflowId).describe();
      return true;
    } catch (error) {
      if ((error as Error).name === 'WorkflowNotFoundError') return false;
      throw error;
    }
  };
  const gone = (api: HttpApi, id: string): Promise<unknown> =>
    eventually(`notification ${id} to be gone`, async () => {
      const { status, body } = await api.get(`/v1/notifications/${id}`);
      return status === 404 && body.code === 'NOTIFICATION_NOT_FOUND';
    });
  const executionGone = (id: string): Promise<unknown> =>
    eventually(`execution ${id} to be gone`, async () => !(await executionExists(id)), 45_000);

  test('answers success and deleted; whatever named the contact names nobody then', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const { uuid } = await contactOf(post({ email, phone, external_id }));
    const answer = await erase(email);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, deleted: true },
    });
    for (const identifier of [uuid, email, phone, external_id]) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
      expectRefusal(await patch(identifier, { name: 'Ada' }), 404, 'CONTACT_NOT_FOUND');
      expectRefusal(await erase(identifier), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('of concurrent requests for one contact one erases it, the others find none', async () => {
    const email = newEmail();
    await post({ email });
    const answers = await Promise.all(Array.from({ length: 10 }, () => erase(email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('404 CONTACT_NOT_FOUND for what is no contact', async () => {
    expectRefusal(await erase(newEmail()), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await erase(randomUUID()), 404, 'CONTACT_NOT_FOUND');
  });

  test('leaves a tombstone without a trace of the person until the erasure is over', async () => {
    const { uuid } = await contactOf(
      post({
        email: newEmail(),
        phone: newPhone(),
        external_id: newExternalId(),
        name: 'Ada',
        meta: { a: 1 },
      }),
    );
    await erase(uuid);
    expect(await stack.store.contacts.get(uuid)).toMatchObject({
      identifiers: [`erased:${uuid}`],
      emails: [],
      phones: [],
      name: null,
      externalId: null,
      meta: '{}',
      pushTokens: [],
      listKeys: [],
      erasingSince: expect.any(Date),
    });
    // At once, or by the sweep where Temporal was too slow to answer.
    await eventually('its erasure to begin', () => executionExists(erasureWorkflowId(uuid)), 30_000);
  });

  test('takes notifications and captured messages with it, and no other contact’s', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const [id, captured, kept] = await Promise.all([
      stack.production.send('ping', { to: email }),
      stack.sandbox.send('ping', { to: email }),
      stack.production.send('ping', { to: other }),
    ]);
    await Promise.all([untilEnded(stack.production, id), untilEnded(stack.sandbox, captured)]);
    await untilEnded(stack.production, kept);
    expect(await stack.store.inbox.list({ to: email, limit: 10 })).toHaveLength(1);

    expect((await erase(email)).status).toBe(200);
    await gone(stack.production, id);
    // Sandbox has a contact of its own.
    expect(await stack.sandbox.notification(captured)).toMatchObject({ status: 'completed' });
    expect((await stack.sandbox.request('DELETE', pathOf(email))).status).toBe(200);
    await gone(stack.sandbox, captured);
    await eventually('the captured message to be gone', async () => {
      return (await stack.store.inbox.list({ to: email, limit: 10 })).length === 0;
    });
    expect(await stack.production.notification(kept)).toMatchObject({ status: 'completed' });
    expect(await executionExists(kept)).toBe(true);
  });

  test('stops what is waiting or being retried, and nothing more is sent', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const waiting = await stack.production.send('drip', { to: email });
    await eventually('the first mail', () => stack.smtp.mailsTo(email).length === 1);
    stack.smtp.answer = (to) => (to === email ? { code: 451, text: 'try again' } : null);
    const before = stack.smtp.attempts;
    const retried = await stack.production.send('ping', { to: email });
    await eventually('a first attempt', () => stack.smtp.attempts > before);

    expect((await erase(email)).status).toBe(200);
    stack.smtp.answer = () => null;
    // Begun after them, so that by its end they would have sent, had they gone on.
    const later = await stack.production.send('drip', { to: other });
    await Promise.all([gone(stack.production, waiting), gone(stack.production, retried)]);
    await Promise.all([executionGone(waiting), executionGone(retried)]);
    expect((await untilEnded(stack.production, later)).status).toBe('completed');
    expect(stack.smtp.mailsTo(other)).toHaveLength(2);
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('a new send to the address makes a new contact', async () => {
    const email = newEmail();
    const { uuid } = await contactOf(post({ email, name: 'Ada', meta: { a: 1 } }));
    await erase(email);
    const id = await stack.production.send('ping', { to: email });
    const again = await contactOf(get(email));
    expect(again).toMatchObject({ name: null, meta: {} });
    expect(again.uuid).not.toBe(uuid);
    expect((await untilEnded(stack.production, id)).status).toBe('completed');
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('takes the Temporal executions of notifications that are over with it', async () => {
    const id = await erasedEarly;
    await gone(stack.production, id);
    await executionGone(id);
  });
});
