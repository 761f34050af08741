import { expectRefusal, newEmail, newPhone } from '../../support/application';
import {
  type ContactAnswer,
  contactOf,
  contactsOf,
  newExternalId,
  newSlackMember,
} from '../../support/contact';
import { type Stack, startStack } from '../../support/stack';

const NOTE = `
name: note
channels: [slack]
templates:
  slack:
    en: { text: Note }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'note.yaml': NOTE } });
});
afterAll(() => stack.stop());

const { pathOf, post, get, patch } = contactsOf(() => stack);

describe('POST /v1/contacts', () => {
  test('CONTACT-10: updates the contact that any of its identifiers matches', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const { uuid } = await contactOf(post({ email, phone, external_id }));
    for (const [index, identifier] of [{ email }, { phone }, { external_id }].entries()) {
      const updated = await contactOf(post({ ...identifier, name: `Name ${index}` }));
      expect(updated).toMatchObject({ uuid, name: `Name ${index}`, externalId: external_id });
    }
    expect(await contactOf(post({ email, external_id: newExternalId() }))).toMatchObject({ uuid });
  });

  test('METADATA-4, CONTACT-11: an update changes what it carries and keeps the rest; metadata is merged', async () => {
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

  test('CONTACT-12: null says nothing, for it is how serializers write what they do not know', async () => {
    const body = { email: newEmail(), phone: newPhone(), name: 'Ada', username: 'ada', meta: { a: 1 } };
    const before = await contactOf(post(body));
    const nulls = { external_id: null, phone: null, name: null, username: null, meta: null };
    expect(await contactOf(post({ email: body.email, ...nulls }))).toEqual(before);
  });

  test.each([
    ['email', 'emails', newEmail],
    ['phone', 'phones', newPhone],
  ] as const)(
    'CONTACT-4: 400 with field past 50 of %s; a send lets the oldest go',
    async (field, stored, newOne) => {
      const external_id = newExternalId();
      const { uuid } = await contactOf(post({ external_id, [field]: newOne() }));
      const has = Array.from({ length: 50 }, newOne);
      await stack.connection.mongoose
        .collection<{ _id: string }>('contacts')
        .updateOne({ _id: uuid }, { $set: { [stored]: has } });
      const kept = async () => (await stack.store.contacts.get(uuid))?.[stored];

      const refused = await post({ external_id, [field]: newOne() });
      expectRefusal(refused, 400, 'VALIDATION_ERROR', { field });
      expect(refused.body).toMatchObject({ error: expect.stringMatching(new RegExp(`^${field}: .* 50 `)) });
      expectRefusal(await patch(external_id, { [field]: newOne() }), 400, 'VALIDATION_ERROR', { field });
      expect(await kept()).toEqual(has);
      await contactOf(post({ external_id, [field]: has[49] }));
      expect(await kept()).toEqual([has[49], ...has.slice(0, 49)]);

      const sent = newOne();
      const to = { external_id, slack: newSlackMember(), [field]: sent };
      await stack.production.send('note', { to });
      expect(await kept()).toEqual([sent, has[49], ...has.slice(0, 48)]);
    },
  );

  test('CONTACT-6, CONTACT-24: 400 with field past 100 push tokens, in POST and PATCH', async () => {
    const external_id = newExternalId();
    const push_tokens = Array.from({ length: 100 }, newExternalId);
    const { uuid } = await contactOf(post({ external_id, push_tokens }));
    const more = { push_token: newExternalId() };
    for (const refused of [await post({ external_id, ...more }), await patch(external_id, more)])
      expectRefusal(refused, 400, 'VALIDATION_ERROR', { field: 'push_tokens' });
    await contactOf(patch(external_id, { push_tokens: push_tokens.slice(50) }));
    const tokens = async () => (await stack.store.contacts.get(uuid))?.pushTokens;
    expect(await tokens()).toEqual(push_tokens);
    await contactOf(patch(external_id, { push_tokens: null }));
    expect(await tokens()).toEqual([]);
  });

  test('CONTACT-13: identifiers of different contacts are 409 CONTACT_CONFLICT with the field, and change nothing', async () => {
    const [ada, bob, carl] = [newEmail(), newPhone(), newExternalId()];
    const before = await Promise.all(
      [{ email: ada }, { phone: bob }, { external_id: carl }].map((body) => contactOf(post(body))),
    );
    const conflict = async (body: Record<string, unknown>, field: string) =>
      expectRefusal(await post({ ...body, name: 'Mixed up' }), 409, 'CONTACT_CONFLICT', { field });
    await conflict({ email: ada, phone: bob }, 'phone');
    await conflict({ external_id: carl, email: ada }, 'email');
    await conflict({ id: carl, email: ada }, 'email');
    await conflict({ external_id: carl, phone: bob, email: newEmail() }, 'phone');
    for (const contact of before) expect(await contactOf(get(contact.uuid))).toEqual(contact);
  });

  test('CONTACT-15: 50 concurrent POSTs of one new identifier make one contact and lose nothing', async () => {
    const email = newEmail();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => contactOf(post({ email, [`field_${index % 10}`]: 1 }))),
    );
    expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1);
    const { meta, emailAddresses } = await contactOf(get(email));
    expect(Object.keys(meta)).toHaveLength(10);
    expect(emailAddresses).toEqual([email]);
  });

  test('CONTACT-15: concurrent POSTs and sends of one new id, under all its names, make one contact', async () => {
    const id = newExternalId();
    const [telegram, slack] = [newExternalId(), newSlackMember()];
    const bodies = ['id', 'externalId', 'external_id'].map((name) => ({ [name]: id, slack, telegram }));
    const made = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const body = { ...bodies[at % 3], push_token: `${id}:${at}` };
        if (at % 2 === 0) return (await contactOf(post(body))).uuid;
        const sent = await stack.production.send('note', { to: body });
        return (await stack.store.notifications.get(sent))?.contactId;
      }),
    );
    expect(new Set(made).size).toBe(1);
    const contact = await stack.store.contacts.get(String(made[0]));
    expect(contact).toMatchObject({ externalId: id, slack, telegram });
    expect(contact?.pushTokens).toHaveLength(30);
    const keys = contact?.identifiers.map((key) => key.split(':')[2]) ?? [];
    expect(keys.filter((kind) => kind !== 'push').sort()).toEqual([
      'external_id',
      'slack',
      'telegram',
      'uuid',
    ]);
  });

  test('CONTACT-15: concurrent POSTs that share one identifier and bring others make one contact with all of them', async () => {
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
});

describe('PATCH /v1/contacts/{identifier}', () => {
  test('CONTACT-23: changes the provided fields only, whatever identifier names the contact', async () => {
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

  test('CONTACT-23: with no field changes nothing', async () => {
    const before = await contactOf(post({ email: newEmail(), name: 'Ada', meta: { a: 1 } }));
    expect(await contactOf(patch(before.uuid, {}))).toEqual(before);
    expect(await contactOf(patch(before.uuid))).toEqual(before);
    expect(await contactOf(get(before.uuid))).toEqual(before);
  });

  test('CONTACT-24: null clears a field, email all addresses', async () => {
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

  test('CONTACT-26: what would leave none of email, phone, external_id is 400 and changes nothing', async () => {
    const before = await contactOf(post({ email: newEmail(), name: 'Ada' }));
    const answer = await patch(before.uuid, { email: null, name: 'Nobody' });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'email' });
    expect(await contactOf(get(before.uuid))).toEqual(before);
    const moved = await contactOf(patch(before.uuid, { email: null, external_id: newExternalId() }));
    expect(moved).toMatchObject({ uuid: before.uuid, emailAddresses: [] });
  });

  test('CONTACT-25: an external id that was replaced identifies the contact no more', async () => {
    const [first, second] = [newExternalId(), newExternalId()];
    const { uuid } = await contactOf(post({ external_id: first }));
    expect(await contactOf(patch(first, { external_id: second }))).toMatchObject({
      uuid,
      externalId: second,
    });
    expect(await contactOf(get(second))).toMatchObject({ uuid });
    expectRefusal(await get(first), 404, 'CONTACT_NOT_FOUND');
  });

  test('CONTACT-27: identifiers of another contact are 409 CONTACT_CONFLICT with the field', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const other = await contactOf(post({ email, phone, external_id }));
    const before = await contactOf(post({ email: newEmail() }));
    for (const [field, value] of Object.entries({ email, phone, external_id, id: external_id })) {
      expectRefusal(await patch(before.uuid, { [field]: value }), 409, 'CONTACT_CONFLICT', { field });
    }
    expect(await contactOf(get(before.uuid))).toEqual(before);
    expect(await contactOf(get(other.uuid))).toEqual(other);
  });

  test('CONTACT-23: 400 with field for what POST refuses too', async () => {
    const { uuid } = await contactOf(post({ email: newEmail() }));
    expectRefusal(await patch(uuid, { phone: '12345' }), 400, 'VALIDATION_ERROR', { field: 'phone' });
    expectRefusal(await patch(uuid, { meta: ['x'] }), 400, 'VALIDATION_ERROR', { field: 'meta' });
  });

  test('CONTACT-28: 404 CONTACT_NOT_FOUND for what is no contact, and none is made', async () => {
    const email = newEmail();
    expectRefusal(await patch(email, { name: 'Ada' }), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await patch(email, { email }), 404, 'CONTACT_NOT_FOUND');
    expectRefusal(await get(email), 404, 'CONTACT_NOT_FOUND');
  });

  test('CONTACT-26: a contact that a send made of a Slack member alone can be changed, having none of the three to lose', async () => {
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
