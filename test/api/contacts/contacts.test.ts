import { createHash, randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, newPhone, PING } from '../../support/application';
import { contactOf, contactsOf, newExternalId, newSlackMember } from '../../support/contact';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING } });
});
afterAll(() => stack.stop());

const { pathOf, post, get, patch } = contactsOf(() => stack);
const gravatar = (email: string): string =>
  `https://www.gravatar.com/avatar/${createHash('sha256').update(email).digest('hex')}`;

describe('POST /v1/contacts', () => {
  test('CONTACT-1: makes a contact and answers it with exactly the fields of the interface', async () => {
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

  test('CONTACT-1, CONTACT-9: takes each of email, phone and external_id alone; what was not sent is empty', async () => {
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

  test('CONTACT-9: without any of the three is 400, also where another identifier would find a contact', async () => {
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
    ['timezone', 'Mars/Olympus'],
    ['language', 'klingon'],
    ['push_token', ''],
  ])('CONTACT-14: 400 with field where %s is %j, and nothing is made', async (field, value) => {
    const external_id = newExternalId();
    const answer = await post({ external_id, [field]: value });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
    expectRefusal(await get(external_id), 404, 'CONTACT_NOT_FOUND');
  });

  test('CONTACT-2: e-mail addresses compare without case, phone numbers as E.164', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const { uuid } = await contactOf(post({ email: email.toUpperCase(), phone }));
    const spaced = phone.replace(/^(\+1)(\d{3})(\d{3})/, '$1 ($2) $3-');
    const again = await contactOf(post({ email, phone: spaced }));
    expect(again).toMatchObject({ uuid, emailAddresses: [email], phoneNumbers: [phone] });
  });

  test('CONTACT-3: a new address goes to the front of its array; the older one stays and still identifies', async () => {
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

  test('METADATA-1, METADATA-2: unknown fields go to meta in camelCase; meta is kept as sent', async () => {
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

  test('CONTACT-5, CONTACT-6: id is external_id, slack_id is slack, and push tokens are devices, also in camelCase', async () => {
    const [id, slack, token] = [newExternalId(), newSlackMember(), `token:${randomUUID()}`];
    const made = await contactOf(post({ id, slack_id: slack, push_token: token }));
    expect(made).toMatchObject({ externalId: id, slack, meta: {} });
    expect(await contactOf(get(id))).toEqual(made);
    const [externalId, slackId] = [newExternalId(), newSlackMember()];
    expect(await contactOf(patch(id, { externalId, slackId, pushTokens: ['two'] }))).toEqual({
      ...{ ...made, externalId, slack: slackId },
    });
    expect((await stack.store.contacts.get(made.uuid))?.pushTokens).toEqual([token, 'two']);
  });

  test('METADATA-3: language, timezone, telegram and discord are metadata, wherever they come, and the service reads them there', async () => {
    const email = newEmail();
    const { uuid } = await contactOf(post({ email, timezone: 'Asia/Tokyo', meta: { telegram: 4711 } }));
    await patch(email, { language: 'PT_br', timezone: 'Asia/Kolkata' });
    const to = { email, discord: '815', meta: { timezone: 'Europe/Stockholm' } };
    await stack.production.send('ping', { to });
    const { meta } = await contactOf(get(email));
    expect(meta).toEqual({
      ...{ timezone: 'Europe/Stockholm', telegram: 4711, language: 'pt-BR', discord: '815' },
    });
    expect(await stack.store.contacts.get(uuid)).toMatchObject({ ...meta, telegram: '4711' });
    const invalid = await patch(email, { meta: { timezone: 'Mars/Olympus' } });
    expectRefusal(invalid, 400, 'VALIDATION_ERROR', { field: 'meta.timezone' });
    // What was cleared leads to nobody any more.
    expect((await contactOf(patch(email, { telegram: null, meta: { timezone: null } }))).meta).toEqual({
      ...{ language: 'pt-BR', discord: '815' },
    });
    const key = (kind: string, value: string) => `${stack.applicationId}:production:${kind}:${value}`;
    const found = await stack.store.contacts.findByKeys([key('telegram', '4711'), key('discord', '815')]);
    expect(found).toMatchObject([{ _id: uuid, telegram: null, timezone: null, discord: '815' }]);
    expect(found[0]?.identifiers).not.toContain(key('telegram', '4711'));
  });

  test('REQUEST-9: keys of metadata that every object has are data like any other, at the top and in meta', async () => {
    const email = newEmail();
    const meta = { constructor: { prototype: { admin: true } }, toString: { valueOf: 2 }, prototype: null };
    const made = await contactOf(post({ email, meta, hasOwnProperty: 'x', valueOf: 'y', to_json: 3 }));
    expect(made.meta).toEqual({ ...meta, hasOwnProperty: 'x', valueOf: 'y', toJson: 3 });
    expect(await contactOf(get(email))).toEqual(made);
    expect((await contactOf(patch(email, { meta: { toString: 4 } }))).meta).toMatchObject({ toString: 4 });
  });

  test('CONTACT-14: 400 with field for metadata that grows too large over many updates, which then changes nothing', async () => {
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
  ])(
    'CONTACT-7: the name %s is returned whole and split into %s and %s',
    async (name, firstName, lastName) => {
      expect(await contactOf(post({ email: newEmail(), name }))).toMatchObject({ name, firstName, lastName });
    },
  );

  test('CONTACT-8: an avatar that was not given is the Gravatar of the e-mail address', async () => {
    const email = newEmail();
    expect((await contactOf(post({ email: email.toUpperCase() }))).avatar).toBe(gravatar(email));
    const avatar = 'https://example.org/ada.png';
    expect((await contactOf(post({ email, avatar }))).avatar).toBe(avatar);
    expect((await contactOf(patch(email, { avatar: null }))).avatar).toBe(gravatar(email));
  });
});

describe('GET /v1/contacts/{identifier}', () => {
  test('CONTACT-20, CONTACT-21: finds a contact by UUID, external_id, email and phone', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), newExternalId()];
    const contact = await contactOf(post({ email, phone, external_id }));
    for (const identifier of [contact.uuid, contact.uuid.toUpperCase(), external_id, email, phone]) {
      expect(await contactOf(get(identifier))).toEqual(contact);
    }
    expect(await contactOf(get(email.toUpperCase()))).toEqual(contact);
    expect(await contactOf(get(phone.replace('+1', '+1 ')))).toEqual(contact);
  });

  test('REQUEST-11, CONTACT-20: identifiers in the path are URL-decoded once', async () => {
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

  test('CONTACT-21: a UUID is a uuid first, then an external id', async () => {
    const own = await contactOf(post({ external_id: newExternalId() }));
    await contactOf(post({ external_id: own.uuid, name: 'Named like it' }));
    expect(await contactOf(get(own.uuid))).toEqual(own);
    const external_id = randomUUID();
    const { uuid } = await contactOf(post({ external_id }));
    expect(await contactOf(get(external_id))).toMatchObject({ uuid, externalId: external_id });
  });

  test('CONTACT-21: a Slack member id is an external id first, then the `slack` of a contact', async () => {
    const slack = newSlackMember();
    const contact = await contactOf(post({ email: newEmail(), slack }));
    expect(await contactOf(get(slack))).toEqual(contact);
    expect(await contactOf(patch(slack, { name: 'Ada' }))).toMatchObject({ uuid: contact.uuid, name: 'Ada' });
    const other = await contactOf(post({ external_id: slack }));
    expect(await contactOf(get(slack))).toEqual(other);
    // What is no member id is none, whatever `slack` says.
    const odd = newExternalId();
    await post({ email: newEmail(), slack: odd });
    expectRefusal(await get(odd), 404, 'CONTACT_NOT_FOUND');
  });

  test('CONTACT-22: 404 CONTACT_NOT_FOUND for what is no contact', async () => {
    const nobody = [randomUUID(), newExternalId(), newEmail(), newPhone(), 'a@b', '+12', 'null'];
    // Control characters, and what is longer than any identifier.
    const impossible = [
      '\0',
      'a\nb',
      'a\0b@example.org',
      ' ',
      'x'.repeat(5000),
      `${'x'.repeat(300)}@example.org`,
    ];
    for (const identifier of [...nobody, ...impossible]) {
      expectRefusal(await get(identifier), 404, 'CONTACT_NOT_FOUND');
    }
  });

  test('KEY-6: knows the contacts of its own environment alone', async () => {
    const [email, external_id] = [newEmail(), newExternalId()];
    const contact = await contactOf(post({ email, external_id }));
    for (const identifier of [contact.uuid, email, external_id]) {
      expectRefusal(await stack.sandbox.get(pathOf(identifier)), 404, 'CONTACT_NOT_FOUND');
    }
    const other = await contactOf(stack.sandbox.post('/v1/contacts', { email }));
    expect(other.uuid).not.toBe(contact.uuid);
  });
});
