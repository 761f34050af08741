import { randomUUID } from 'node:crypto';
import { expectRefusal, newEmail, newPhone, PING } from '../../support/application';
import { untilEnded } from '../../support/journey';
import { sendsOf } from '../../support/sends';
import { type Stack, startStack } from '../../support/stack';

const NOTE = `
name: note
channels: [slack]
templates:
  slack:
    en: { text: 'Note {{text}}' }
`;
/** Accepted like any other, and cheap, for nothing of it is sent. */
const LATER = `
name: later
templates: { email: { en: { subject: Later, text: Later } } }
sequence: [{ wait: 1h }, { send: email }]
`;
const TWICE = `
name: twice
templates: { email: { en: { subject: Twice, text: 'To {{contact.email}}' } } }
sequence: [{ send: email }, { wait: 1s }, { send: email }]
`;

let stack: Stack;
beforeAll(async () => {
  const events = { 'ping.yaml': PING, 'note.yaml': NOTE, 'later.yaml': LATER, 'twice.yaml': TWICE };
  stack = await startStack({ events });
});
afterAll(() => stack.stop());

const { send, contactAt, mailOf, capturedOf, expectNothingMade } = sendsOf(() => stack);

describe('`to` as a string', () => {
  test('RECIPIENT-1: that contains @ is an e-mail address, compared without case and sent as given', async () => {
    const email = newEmail();
    const shown = email.replace(/^[^@]*/, (local) => local.toUpperCase());
    const mail = await mailOf('ping', { to: email.toUpperCase() }, shown);
    expect(mail.subject).toBe('Ping');
    expect((await contactAt(email)).body).toMatchObject({ contact: { emailAddresses: [shown] } });
  });

  test('RECIPIENT-2: that starts with + is a phone number, stored as E.164', async () => {
    const phone = newPhone();
    const { entry } = await capturedOf('ping', { to: phone.replace('+1', '+1 ') });
    expect(entry).toMatchObject({ channel: 'sms', to: phone, text: 'Ping' });
  });

  test('RECIPIENT-6, RECIPIENT-7: that is an external id or a UUID means the contact that has it', async () => {
    const [email, external_id] = [newEmail(), `user ${randomUUID()}`];
    const made = await stack.production.post<{ contact: { uuid: string } }>('/v1/contacts', {
      email,
      external_id,
      name: 'Ada',
    });
    const { uuid } = made.body.contact;
    for (const to of [external_id, uuid, uuid.toUpperCase()]) {
      const id = await stack.production.send('ping', { to });
      expect(await stack.production.notification(id)).toMatchObject({ contact: { email, name: 'Ada' } });
    }
    expect((await contactAt(email)).body).toEqual(made.body);
  });

  test('RECIPIENT-6: that is a UUID of nobody is an external id', async () => {
    const uuid = randomUUID();
    await expectNothingMade(await send('ping', { to: uuid }), uuid, 'IDENTIFIER_MISSING');
    const email = newEmail();
    await stack.production.post('/v1/contacts', { external_id: uuid, email });
    const id = await stack.production.send('ping', { to: uuid });
    expect(await stack.production.notification(id)).toMatchObject({ contact: { email } });
  });

  test('RECIPIENT-4, NOTIFICATION-4: that looks like a Slack member is one, and makes a contact', async () => {
    const slack = `W${randomUUID().replaceAll('-', '').toUpperCase()}`;
    const { entry, id, view } = await capturedOf('note', { to: slack, payload: { text: 'it' } });
    expect(entry).toMatchObject({ channel: 'slack', to: slack, text: 'Note it' });
    expect(view.contact).toEqual({ email: null, name: null });
    const contactId = (await stack.store.notifications.get(id))?.contactId ?? '';
    expect(await stack.store.contacts.get(contactId)).toMatchObject({ slack });
  });

  test('RECIPIENT-3, NOTIFICATION-4: that names a Slack channel stands on /slack alone, and makes no contact', async () => {
    for (const to of ['#general', 'C0123456789', 'G0123456789']) {
      expectRefusal(await send('note', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
      expectRefusal(await send('ping/email', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
    }
    for (const to of ['#general', 'C0123456789']) {
      const { entry, view, id } = await capturedOf('note/slack', { to, payload: { text: to } });
      expect(entry).toMatchObject({ channel: 'slack', to, text: `Note ${to}` });
      expect(view.contact).toEqual({ email: null, name: null });
      expect(await stack.store.notifications.get(id)).toMatchObject({ contactId: null });
    }
  });
});

describe('`to` as an object', () => {
  test('RECIPIENT-8, RECIPIENT-10: carries every field of a contact, and unknown ones as metadata', async () => {
    const [email, phone, external_id] = [newEmail(), newPhone(), randomUUID()];
    const to = {
      email,
      phone,
      external_id,
      name: 'Ada Lovelace',
      avatar: 'https://example.org/ada.png',
      username: 'ada',
      slack: 'U0ADALOVELACE',
      meta: { plan: 'pro' },
      favorite_color: 'red',
      language: 'sv',
      timezone: 'Europe/Stockholm',
      telegram: 4711,
      discord: '815',
      push_token: 'one',
      push_tokens: ['two'],
    };
    const mail = await mailOf('welcome', { to }, email);
    expect(mail.subject).toBe('Välkommen!');
    const { body } = await contactAt(external_id);
    expect(body).toMatchObject({
      contact: {
        emailAddresses: [email],
        phoneNumbers: [phone],
        externalId: external_id,
        firstName: 'Ada',
        lastName: 'Lovelace',
        avatar: to.avatar,
        username: 'ada',
        slack: to.slack,
        meta: {
          ...{ plan: 'pro', favoriteColor: 'red', language: 'sv', timezone: 'Europe/Stockholm' },
          ...{ telegram: '4711', discord: '815' },
        },
      },
    });
    const { uuid } = (body as { contact: { uuid: string } }).contact;
    expect(await stack.store.contacts.get(uuid)).toMatchObject({
      language: 'sv',
      timezone: 'Europe/Stockholm',
      telegram: '4711',
      discord: '815',
      pushTokens: ['one', 'two'],
    });
  });

  test('RECIPIENT-9: takes id for external_id and slack_id for slack, and camelCase', async () => {
    const [email, id, slack] = [newEmail(), randomUUID(), 'U0123456789'];
    await stack.production.send('ping', { to: { email, id, slack_id: slack } });
    expect((await contactAt(id)).body).toMatchObject({ contact: { emailAddresses: [email], slack } });
    const [other, externalId] = [newEmail(), randomUUID()];
    await stack.production.send('ping', { to: { email: other, externalId } });
    expect((await contactAt(externalId)).body).toMatchObject({
      contact: { emailAddresses: [other], meta: {} },
    });
  });

  test('RECIPIENT-15: whose identifiers are of different contacts: external_id, then email, then phone decides; the address in `to` is taken; none changes hands', async () => {
    const [adaId, ada, bob, carl] = [randomUUID(), newEmail(), newEmail(), newPhone()];
    await stack.production.post('/v1/contacts', { external_id: adaId, email: ada, name: 'Ada' });
    await stack.production.post('/v1/contacts', { email: bob, name: 'Bob' });
    await stack.production.post('/v1/contacts', { phone: carl, name: 'Carl' });
    const before = await Promise.all([adaId, bob, carl].map(contactAt));

    const first = await stack.production.send('ping', {
      to: { external_id: adaId, email: bob, phone: carl },
    });
    expect(await stack.production.notification(first)).toMatchObject({
      contact: { email: bob, name: 'Ada' },
    });
    const second = await stack.production.send('ping', { to: { email: bob, phone: carl } });
    expect(await stack.production.notification(second)).toMatchObject({ contact: { name: 'Bob' } });
    await Promise.all([first, second].map((id) => untilEnded(stack.production, id)));
    expect(stack.smtp.mailsTo(bob)).toHaveLength(2);
    expect(stack.smtp.mailsTo(ada)).toHaveLength(0);
    const after = await Promise.all([adaId, bob, carl].map(contactAt));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });
});

describe('a send and its contact', () => {
  test('RECIPIENT-16: a new external id and an address of a contact with another one make a contact without the address', async () => {
    const [one, two, email] = [randomUUID(), randomUUID(), newEmail()];
    await stack.production.post('/v1/contacts', { external_id: one, email, name: 'Ada' });
    const before = (await contactAt(one)).body;
    const to = { external_id: two, email, name: 'Bob' };
    // Both steps of the sequence go to the address in `to`.
    const ids = await Promise.all([1, 2, 3].map(() => stack.production.send('twice', { to })));
    for (const id of ids) {
      await untilEnded(stack.production, id);
      expect(await stack.production.notification(id)).toMatchObject({
        contact: { email, name: 'Bob' },
        messages: [{ status: 'sent' }, { status: 'sent' }],
      });
    }
    expect(stack.smtp.mailsTo(email)).toHaveLength(6);
    expect((await contactAt(one)).body).toEqual(before);
    expect((await contactAt(email)).body).toEqual(before);
    const created = (await contactAt(two)).body as { contact: { uuid: string } };
    expect(created).toMatchObject({ contact: { externalId: two, emailAddresses: [], name: 'Bob' } });
    const contacts = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
    expect(new Set(contacts.map((of) => of?.contactId))).toEqual(new Set([created.contact.uuid]));
  });

  test('RECIPIENT-16: so they do in an array, and at the same time', async () => {
    const [one, two, three, email] = [randomUUID(), randomUUID(), randomUUID(), newEmail()];
    const to = [{ email }, ...[one, two].map((external_id) => ({ external_id, email }))];
    const answer = await send('ping', { to });
    expect(answer.status).toBe(200);
    await Promise.all(
      [1, 2, 3].map(() => stack.production.send('ping', { to: { external_id: three, email } })),
    );
    const found = await Promise.all([one, two, three].map(contactAt));
    expect(found.map(({ body }) => (body.contact as { emailAddresses: string[] }).emailAddresses)).toEqual([
      [email],
      [],
      [],
    ]);
  });

  test('RECIPIENT-16: an address whose contact has no external id gets this one', async () => {
    const [external_id, email] = [randomUUID(), newEmail()];
    await stack.production.post('/v1/contacts', { email });
    const { contact } = (await contactAt(email)).body as { contact: { uuid: string } };
    await stack.production.send('ping', { to: { external_id, email } });
    expect((await contactAt(external_id)).body).toMatchObject({ contact: { uuid: contact.uuid } });
  });

  test('RECIPIENT-17: a send to an older address does not make it the newest', async () => {
    const [external_id, older, newer] = [randomUUID(), newEmail(), newEmail()];
    for (const email of [older, newer]) await stack.production.post('/v1/contacts', { external_id, email });
    const before = (await contactAt(external_id)).body;
    expect(before).toMatchObject({ contact: { emailAddresses: [newer, older] } });
    for (const to of [older, { external_id, email: older }])
      await untilEnded(stack.production, await stack.production.send('ping', { to }));
    expect(stack.smtp.mailsTo(older)).toHaveLength(2);
    expect((await contactAt(external_id)).body).toEqual(before);
  });

  test('RECIPIENT-13, RECIPIENT-14: a contact that does not exist is made, and later sends know its name', async () => {
    const email = newEmail();
    await stack.sandbox.send('ping', { to: { email, name: 'Ada Lovelace', favorite_color: 'red' } });
    expect((await stack.sandbox.get(`/v1/contacts/${encodeURIComponent(email)}`)).body).toMatchObject({
      contact: { name: 'Ada Lovelace', meta: { favoriteColor: 'red' } },
    });
    const id = await stack.sandbox.send('ping', { to: email });
    expect((await stack.sandbox.notification(id)).contact).toEqual({ email, name: 'Ada Lovelace' });
  });

  test('RECIPIENT-13: 50 simultaneous sends to one new address make one contact', async () => {
    const email = newEmail();
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => stack.production.send('later', { to: { email, name: 'Ada' } })),
    );
    const { uuid } = ((await contactAt(email)).body as { contact: { uuid: string } }).contact;
    const contacts = await Promise.all(
      ids.map(async (id) => (await stack.store.notifications.get(id))?.contactId),
    );
    expect(contacts).toEqual(Array.from({ length: 50 }, () => uuid));
  });

  test('RECIPIENT-14: an accepted send updates the fields that it carries', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await stack.production.post('/v1/contacts', { email, name: 'Ada', username: 'ada', meta: { a: 1 } });
    await stack.production.send('ping', { to: { email, phone, name: 'Ada King', meta: { b: 2 } } });
    expect((await contactAt(email)).body).toMatchObject({
      contact: { phoneNumbers: [phone], name: 'Ada King', username: 'ada', meta: { a: 1, b: 2 } },
    });
  });

  test('METADATA-3: the language that a POST gave the contact is that of its messages', async () => {
    const email = newEmail();
    await stack.production.post('/v1/contacts', { email, language: 'sv' });
    expect((await mailOf('welcome', { to: email }, email)).subject).toBe('Välkommen!');
  });

  test('RECIPIENT-12: null in `to` says nothing', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await stack.production.post('/v1/contacts', { email, phone, name: 'Ada', meta: { a: 1 } });
    const before = (await contactAt(email)).body;
    const to = { email, phone: null, name: null, external_id: null, language: null, meta: null };
    const id = await stack.production.send('ping', { to });
    expect(await stack.production.notification(id)).toMatchObject({ contact: { email, name: 'Ada' } });
    expect((await contactAt(email)).body).toEqual(before);
  });

  test('RECIPIENT-20: a misspelled field is named in a header and in the story', async () => {
    const [email, phone] = [newEmail(), '+1234567890'];
    const to = { email, phone, emial: 'x@example.org' };
    const headers = { 'Idempotency-Key': randomUUID() };
    const answer = await stack.production.post<{ id: string }>('/v1/send/later', { to }, headers);
    const warnings = [
      'to.emial is not a field of a recipient and becomes metadata. Did you mean email?',
      'to.phone has a length that no phone number of its country has. It is used as it is.',
    ];
    expect(answer.headers.get('heliograph-warning')).toBe(warnings.join(', '));
    const again = await stack.production.post('/v1/send/later', { to }, headers);
    expect([again.body, again.headers.get('heliograph-warning')]).toEqual([answer.body, null]);
    const { body } = await stack.admin.get<{ notification: { story: { code: string; text: string }[] } }>(
      `/admin/v1/notifications/${answer.body.id}`,
    );
    const told = body.notification.story.filter(({ code }) =>
      ['FIELD_UNKNOWN', 'PHONE_LENGTH'].includes(code),
    );
    expect(told.map(({ text }) => text)).toEqual(warnings);
    expect((await contactAt(email)).body).toMatchObject({ contact: { meta: { emial: 'x@example.org' } } });
  });

  test('RECIPIENT-4: a cancel finds what a short member id meant', async () => {
    const id = `U${randomUUID().slice(0, 5).toUpperCase().replace('-', '0')}`;
    const held = { send_at: new Date(Date.now() + 3_600_000).toISOString() };
    const external = await stack.production.send('later', { to: { email: newEmail(), external_id: id } });
    const member = await stack.production.send('note/slack', { to: id, ...held });
    expect(await stack.production.notification(member)).toMatchObject({ status: 'waiting' });
    for (const event of ['later', 'note'])
      expect((await stack.production.post(`/v1/cancel/${event}`, { to: id })).body).toMatchObject({
        cancelled: 1,
      });
    for (const one of [external, member])
      expect(await stack.production.notification(one)).toMatchObject({ status: 'stopped' });
  });

  test('SEND-5: a refused send changes nothing', async () => {
    const email = newEmail();
    await stack.production.post('/v1/contacts', { email, name: 'Ada' });
    const before = (await contactAt(email)).body;
    const to = { email, name: 'Eve', external_id: randomUUID() };
    expectRefusal(await send('note', { to }), 400, 'IDENTIFIER_MISSING');
    expectRefusal(await send('ping', { to, from: 'eve@evil.example' }), 400, 'SENDER_UNVERIFIED', {
      field: 'from',
    });
    expectRefusal(await send('ping', { to, payload: 5 }), 400, 'VALIDATION_ERROR', { field: 'payload' });
    expect((await contactAt(email)).body).toEqual(before);
  });
});
