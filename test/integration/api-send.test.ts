import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { Answer } from '../support/http-api';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { expectRefusal, makeApplication, newEmail, newPhone, PING } from '../support/application';

const NOTE = `
name: note
channels: [slack]
templates:
  slack:
    en: { text: 'Note {{text}}' }
`;
const GREETING = `
name: greeting
channels: [email]
templates:
  email:
    en: { subject: Hello, html: '<p>Hello</p>' }
    pt: { subject: Olá, html: '<p>Olá</p>' }
`;
const VARIABLES = `
name: variables
channels: [email]
templates:
  email:
    en:
      subject: '{{name}} & {{contact.name}}'
      html: '<p>{{name}}</p>'
      text: |
        {{name}}/{{payload.name}}/{{contact.name}}/{{contact.firstName}}/{{contact.lastName}}
        {{contact.email}}/{{contact.externalId}}/{{contact.meta.favoriteColor}}/{{payload.contact.name}}
        {{nobody}}/{{order.items.1.id}}/{{app.name}}/{{brand.name}}/{{sender.email}}/{{event}}/{{notification.id}}
`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: { 'ping.yaml': PING, 'note.yaml': NOTE, 'greeting.yaml': GREETING, 'variables.yaml': VARIABLES },
  });
});
afterAll(() => stack.stop());

const send = (path: string, body: unknown): Promise<Answer> =>
  stack.production.post(`/v1/send/${path}`, body);
const contactAt = (identifier: string): Promise<Answer> =>
  stack.production.get(`/v1/contacts/${encodeURIComponent(identifier)}`);

/** Sends in production and returns the mail that arrives at an address. */
async function mailOf(path: string, body: unknown, to: string) {
  await stack.production.send(path, body);
  return eventually(`a mail to ${to}`, () => stack.smtp.mailsTo(to)[0]);
}
/** Sends in sandbox and returns what was captured. */
async function capturedOf(path: string, body: unknown) {
  const id = await stack.sandbox.send(path, body);
  const view = await untilEnded(stack.sandbox, id);
  const entries = await stack.store.inbox.list({ limit: 500 });
  const entry = entries.find(({ notificationId }) => notificationId === id);
  if (!entry) throw new Error(`nothing was captured of ${JSON.stringify(view)}`);
  return { id, view, entry };
}
/** Asserts a refusal, and that it made no contact of this identifier. */
async function expectNothingMade(answer: Answer, identifier: string, code: string, details = {}) {
  expectRefusal(answer, 400, code, details);
  expectRefusal(await contactAt(identifier), 404, 'CONTACT_NOT_FOUND');
}

test('2.2 and 2.3: a notification has exactly the fields of the interface', async () => {
  const email = newEmail();
  const answer = await send('welcome', { to: { email, name: 'Ada Lovelace' } });
  expect(answer.body).toEqual({ id: expect.stringMatching(UUID), event: 'welcome', status: 'accepted' });
  const id = String(answer.body.id);
  const view = await untilEnded(stack.production, id);
  expect(view).toEqual({
    id,
    event: 'welcome',
    contact: { email, name: 'Ada Lovelace' },
    status: 'completed',
    started_at: expect.stringMatching(ISO),
    completed_at: expect.stringMatching(ISO),
    messages: [
      {
        id: expect.stringMatching(UUID),
        channel: 'email',
        status: 'sent',
        sent_at: expect.stringMatching(ISO),
        delivered_at: null,
        error: null,
      },
    ],
  });
  const [sentAt, completedAt] = [view.messages[0]?.sent_at ?? '', view.completed_at ?? ''];
  expect(view.started_at <= sentAt && sentAt <= completedAt).toBe(true);
});

describe('4.2 rule 1: `to` as a string', () => {
  test('that contains @ is an e-mail address, without regard to case', async () => {
    const email = newEmail();
    const mail = await mailOf('ping', { to: email.toUpperCase() }, email);
    expect(mail.subject).toBe('Ping');
    expect((await contactAt(email)).body).toMatchObject({ contact: { emailAddresses: [email] } });
  });

  test('that starts with + is a phone number, stored as E.164', async () => {
    const phone = newPhone();
    const { entry } = await capturedOf('ping', { to: phone.replace('+1', '+1 ') });
    expect(entry).toMatchObject({ channel: 'sms', to: phone, text: 'Ping' });
  });

  test('that is an external id or a UUID means the contact that has it', async () => {
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

  test('that is a UUID of nobody is an external id', async () => {
    const uuid = randomUUID();
    await expectNothingMade(await send('ping', { to: uuid }), uuid, 'IDENTIFIER_MISSING');
    const email = newEmail();
    await stack.production.post('/v1/contacts', { external_id: uuid, email });
    const id = await stack.production.send('ping', { to: uuid });
    expect(await stack.production.notification(id)).toMatchObject({ contact: { email } });
  });

  test('that looks like a Slack member is one, and makes a contact', async () => {
    const slack = `W${randomUUID().replaceAll('-', '').toUpperCase()}`;
    const { entry, id } = await capturedOf('note', { to: slack, payload: { text: 'it' } });
    expect(entry).toMatchObject({ channel: 'slack', to: slack, text: 'Note it' });
    const contactId = (await stack.store.notifications.get(id))?.contactId ?? '';
    expect(await stack.store.contacts.get(contactId)).toMatchObject({ slack });
    expect((await capturedOf('note', { to: slack })).view.contact).toEqual({ email: null, name: null });
  });

  test('that names a Slack channel stands on /slack alone, and makes no contact', async () => {
    for (const to of ['#general', 'C0123456789', 'G0123456789']) {
      expectRefusal(await send('note', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
      expectRefusal(await send('ping/email', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
      const { entry, view, id } = await capturedOf('note/slack', { to, payload: { text: to } });
      expect(entry).toMatchObject({ channel: 'slack', to, text: `Note ${to}` });
      expect(view.contact).toEqual({ email: null, name: null });
      expect(await stack.store.notifications.get(id)).toMatchObject({ contactId: null });
    }
  });

  test.each([
    ['4.2 rule 7: a phone number that is not E.164', '+12'],
    ['a number without its country', '070-174 06 05'],
    ['seven digits', '1234567'],
    ['no e-mail address though it has an @', 'ada@'],
    ['an @ in a Slack channel', '#a@b'],
    ['nothing', ''],
    ['an array', []],
    ['a number', 46701740605],
    ['null', null],
  ])('%s is 400 with field: %j', async (_what, to) => {
    expectRefusal(await send('ping', { to }), 400, 'VALIDATION_ERROR', { field: 'to' });
  });
});

describe('4.2 rule 1: `to` as an object', () => {
  test('carries every field of a contact, and unknown ones as metadata', async () => {
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
        meta: { plan: 'pro', favoriteColor: 'red' },
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

  test('takes id for external_id and slack_id for slack, and camelCase', async () => {
    const [email, id, slack] = [newEmail(), randomUUID(), 'U0123456789'];
    await stack.production.send('ping', { to: { email, id, slack_id: slack } });
    expect((await contactAt(id)).body).toMatchObject({ contact: { emailAddresses: [email], slack } });
    const [other, externalId] = [newEmail(), randomUUID()];
    await stack.production.send('ping', { to: { email: other, externalId } });
    expect((await contactAt(externalId)).body).toMatchObject({
      contact: { emailAddresses: [other], meta: {} },
    });
  });

  test.each([
    [{}, 'to'],
    [{ name: 'Ada' }, 'to'],
    [{ phone: '12345' }, 'to.phone'],
    [{ email: 'ada' }, 'to.email'],
    [{ email: 'a@example.org', name: 'A\r\nBcc: eve@example.org' }, 'to.name'],
    [{ email: 'a@example.org', language: 'klingon' }, 'to.language'],
    [{ push_tokens: ['one', 5] }, 'to.push_tokens[1]'],
  ])('%j is 400 with field %s', async (to, field) => {
    expectRefusal(await send('ping', { to }), 400, 'VALIDATION_ERROR', { field });
  });

  test('whose identifiers are of different contacts: external_id, then email, then phone decides; the address in `to` is taken; none changes hands', async () => {
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
  test('an accepted send updates the fields that it carries', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await stack.production.post('/v1/contacts', { email, name: 'Ada', username: 'ada', meta: { a: 1 } });
    await stack.production.send('ping', { to: { email, phone, name: 'Ada King', meta: { b: 2 } } });
    expect((await contactAt(email)).body).toMatchObject({
      contact: { phoneNumbers: [phone], name: 'Ada King', username: 'ada', meta: { a: 1, b: 2 } },
    });
  });

  test('null in `to` says nothing', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    await stack.production.post('/v1/contacts', { email, phone, name: 'Ada', meta: { a: 1 } });
    const before = (await contactAt(email)).body;
    const to = { email, phone: null, name: null, external_id: null, language: null, meta: null };
    const id = await stack.production.send('ping', { to });
    expect(await stack.production.notification(id)).toMatchObject({ contact: { email, name: 'Ada' } });
    expect((await contactAt(email)).body).toEqual(before);
  });

  test('a refused send changes nothing', async () => {
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

describe('4.2: a body', () => {
  test.each([
    [{ paylaod: {} }, 'paylaod'],
    [{ payload: [] }, 'payload'],
    [{ payload: 'text' }, 'payload'],
    [{ payload: null }, 'payload'],
    [{ language: 5 }, 'language'],
    [{ overrides: { emial: {} } }, 'overrides.emial'],
    [{ overrides: { email: { replyTo: 'a@example.org' } } }, 'overrides.email.replyTo'],
    [{ overrides: { sms: { from: 'x' } } }, 'overrides.sms.from'],
    [{ overrides: { brand: { colour: 'red' } } }, 'overrides.brand.colour'],
    [{ overrides: { email: { cc: 'nobody' } } }, 'overrides.email.cc'],
    [{ overrides: { email: { cc: ['a@example.org', 'nobody'] } } }, 'overrides.email.cc[1]'],
    [{ overrides: { email: { subject: 'a\r\nBcc: eve@example.org' } } }, 'overrides.email.subject'],
    [{ overrides: { email: { reply_to: 'a@example.org\r\nX: y' } } }, 'overrides.email.reply_to'],
    [{ from: 'nobody' }, 'from'],
    [{ from: 'me@example.com\r\nBcc: eve@example.org' }, 'from'],
    [{ from: { email: 'me@example.com', name: 'a\nb' } }, 'from.name'],
    [{ from: { email: 'me@example.com', nmae: 'Me' } }, 'from.nmae'],
    [{ from: 5 }, 'from'],
  ])('with %j is 400 with field %s, and makes nothing', async (body, field) => {
    const to = newEmail();
    await expectNothingMade(await send('ping', { to, ...body }), to, 'VALIDATION_ERROR', { field });
  });

  test('without `to` is 400 with field to', async () => {
    expectRefusal(await send('ping', { payload: {} }), 400, 'VALIDATION_ERROR', { field: 'to' });
  });

  test('with more than 50 addresses in reply_to, cc and bcc together is 400', async () => {
    const many = Array.from({ length: 26 }, (_, index) => `a${index}@example.org`);
    const answer = await send('ping', { to: newEmail(), overrides: { email: { cc: many, bcc: many } } });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'overrides.email' });
  });

  test('may have an empty payload, which is the same as none', async () => {
    expect((await send('ping', { to: newEmail(), payload: {}, overrides: {} })).status).toBe(200);
  });
});

describe('4.2: a forced channel', () => {
  test('is taken before the event’s order', async () => {
    const to = { email: newEmail(), phone: newPhone() };
    expect((await capturedOf('ping', { to })).entry).toMatchObject({ channel: 'email', to: to.email });
    expect((await capturedOf('ping/sms', { to })).entry).toMatchObject({ channel: 'sms', to: to.phone });
  });

  test('that is none is 400 with field channel', async () => {
    const answer = await send('ping/fax', { to: newEmail() });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'channel' });
  });

  test('rule 8: without a template is 400 TEMPLATE_MISSING with channel', async () => {
    const to = newEmail();
    await expectNothingMade(await send('order-shipped/sms', { to }), to, 'TEMPLATE_MISSING', {
      channel: 'sms',
    });
    await expectNothingMade(await send('ping/push', { to }), to, 'TEMPLATE_MISSING', { channel: 'push' });
  });

  test('rule 8: that cannot reach the recipient is 400 IDENTIFIER_MISSING with channel', async () => {
    const [to, phone] = [newEmail(), newPhone()];
    await expectNothingMade(await send('ping/sms', { to }), to, 'IDENTIFIER_MISSING', { channel: 'sms' });
    const answer = await send('ping/email', { to: phone });
    await expectNothingMade(answer, phone, 'IDENTIFIER_MISSING', { channel: 'email' });
  });
});

test('4.1: auto-routing takes the first channel in the event’s order that reaches the recipient', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const code = { payload: { code: '123456' } };
  // verification-code puts SMS before e-mail.
  expect((await capturedOf('verification-code', { to: { email, phone }, ...code })).entry.channel).toBe(
    'sms',
  );
  expect((await capturedOf('verification-code', { to: newEmail(), ...code })).entry.channel).toBe('email');
  expect((await capturedOf('welcome', { to: newPhone() })).entry.channel).toBe('sms');
});

test('4.2 rule 8: what no channel of the event can reach is 400 IDENTIFIER_MISSING without channel', async () => {
  const phone = newPhone();
  await expectNothingMade(await send('order-shipped', { to: phone }), phone, 'IDENTIFIER_MISSING');
});

describe('4.2 rule 4: `from`', () => {
  test.each([
    ['me@evil.example'],
    ['me@sub.example.com'],
    ['+15005550009'],
    [{ email: 'me@evil.example', name: 'Me' }],
    [{ phone: '+15005550009' }],
  ])('rule 8: %j is not verified: 400 SENDER_UNVERIFIED', async (from) => {
    const email = newEmail();
    const to = { email, phone: newPhone() };
    for (const path of ['ping', 'ping/sms']) {
      await expectNothingMade(await send(path, { to, from }), email, 'SENDER_UNVERIFIED', { field: 'from' });
    }
  });

  test.each([
    ['hello@example.com', { address: 'hello@example.com', name: '' }],
    ['Hello there <hello@example.com>', { address: 'hello@example.com', name: 'Hello there' }],
    [
      { email: 'Hello@example.com', name: 'Hello, "there"' },
      { address: 'hello@example.com', name: 'Hello, "there"' },
    ],
  ])('%j is who the mail comes from', async (from, sender) => {
    const to = newEmail();
    const mail = await mailOf('ping', { to, from }, to);
    expect(mail.from?.value).toEqual([sender]);
  });

  test('absent, the mail comes from the application at its verified domain', async () => {
    const to = newEmail();
    const mail = await mailOf('ping', { to }, to);
    expect(mail.from?.value).toEqual([{ address: 'no-reply@example.com', name: 'demo' }]);
  });

  test.each([['+15005550006'], [{ phone: '+1 500 555 0006' }]])(
    '%j is who the SMS comes from',
    async (from) => {
      expect((await capturedOf('ping', { to: newPhone(), from })).entry.from).toBe('+15005550006');
    },
  );

  test('without a verified sender of any kind an e-mail is 400 SENDER_UNVERIFIED', async () => {
    const app = await makeApplication(stack);
    const { body } = await stack.admin.get<{ senders: { id: string }[] }>(`${app.path}/senders`);
    for (const { id } of body.senders) await stack.admin.request('DELETE', `${app.path}/senders/${id}`);
    const answer = await app.production.post('/v1/send/ping', { to: newEmail() });
    expectRefusal(answer, 400, 'SENDER_UNVERIFIED');
  });
});

describe('4.2 rule 5: `language`', () => {
  const subjectOf = async (event: string, body: Record<string, unknown>) =>
    (await capturedOf(event, { to: newEmail(), ...body })).entry.subject;

  test('chooses the variant', async () => {
    expect(await subjectOf('welcome', { payload: { name: 'Ada' } })).toBe('Welcome, Ada!');
    expect(await subjectOf('welcome', { payload: { name: 'Ada' }, language: 'sv' })).toBe('Välkommen, Ada!');
  });

  test('falls back from the region to the language, then to the default', async () => {
    expect(await subjectOf('welcome', { language: 'SV-se' })).toBe('Välkommen!');
    expect(await subjectOf('greeting', { language: 'pt-BR' })).toBe('Olá');
    expect(await subjectOf('greeting', { language: 'de' })).toBe('Hello');
    expect(await subjectOf('welcome', { language: 'pt-BR' })).toBe('Welcome!');
  });

  test('is the request’s, else the contact’s', async () => {
    const to = { email: newEmail(), language: 'sv' };
    expect(await subjectOf('welcome', { to })).toBe('Välkommen!');
    expect(await subjectOf('welcome', { to: to.email })).toBe('Välkommen!');
    expect(await subjectOf('welcome', { to: to.email, language: 'en' })).toBe('Welcome!');
  });

  test.each(['english', 'xx', 'en-', ''])(
    'that is no ISO 639-1 code, %j, is 400 with field',
    async (language) => {
      const to = newEmail();
      await expectNothingMade(await send('welcome', { to, language }), to, 'VALIDATION_ERROR', {
        field: 'language',
      });
    },
  );
});

test('4.2 rule 3: overrides.email replaces the subject and adds reply_to, cc and bcc', async () => {
  const [to, cc, bcc] = [newEmail(), newEmail(), newEmail()];
  const mail = await mailOf(
    'welcome',
    {
      to: { email: to, name: 'Ada Lovelace' },
      overrides: {
        email: {
          subject: 'Just & for <you>',
          reply_to: 'Help@example.org',
          cc: [cc, 'cc2@example.org'],
          bcc,
        },
      },
    },
    to,
  );
  expect(mail.subject).toBe('Just & for <you>');
  expect(mail.headers.get('to')).toMatchObject({ value: [{ address: to, name: 'Ada Lovelace' }] });
  expect(mail.replyTo?.value).toMatchObject([{ address: 'help@example.org' }]);
  expect(mail.headers.get('cc')).toMatchObject({ value: [{ address: cc }, { address: 'cc2@example.org' }] });
  expect(mail.headers.has('bcc')).toBe(false);
  const envelope = stack.smtp.mails.find((one) => one.mail === mail)?.to;
  expect(envelope?.toSorted()).toEqual([to, cc, bcc, 'cc2@example.org'].toSorted());
});

test('an e-mail has its message’s id, and a text made of its HTML where the template has none', async () => {
  const to = newEmail();
  const id = await stack.production.send('order-shipped', {
    to,
    payload: { order_id: 'A<1>', tracking_url: 'https://example.org/t?a=1&b=2' },
  });
  const { messages } = await untilEnded(stack.production, id);
  const [mail] = stack.smtp.mailsTo(to);
  expect(mail?.messageId).toBe(`<${messages[0]?.id}@example.com>`);
  expect(mail?.subject).toBe('Your order A<1> is on its way');
  expect(mail?.html).toContain('Order <strong>A&lt;1&gt;</strong>');
  expect(mail?.text).toContain('Order A<1> has left our warehouse.');
  expect(mail?.text).toContain('https://example.org/t?a=1&b=2');
});

test('`payload` fills the template, `contact` wins over a key of that name, what is missing is nothing', async () => {
  const [email, external_id] = [newEmail(), randomUUID()];
  const { id, entry } = await capturedOf('variables', {
    to: { email, external_id, name: 'Ada Lovelace', favorite_color: 'red' },
    payload: {
      name: '<b>Pay & load</b>',
      contact: { name: 'Eve', email: 'eve@example.org' },
      event: 'other',
      order: { items: [{ id: 'first' }, { id: 'second' }] },
    },
    overrides: { brand: { name: 'Acme' } },
  });
  expect(entry.subject).toBe('<b>Pay & load</b> & Ada Lovelace');
  expect(entry.html).toBe('<p>&lt;b&gt;Pay &amp; load&lt;/b&gt;</p>');
  expect(entry.text?.trimEnd().split('\n')).toEqual([
    '<b>Pay & load</b>/<b>Pay & load</b>/Ada Lovelace/Ada/Lovelace',
    `${email}/${external_id}/red/Eve`,
    `/second/demo/Acme/no-reply@example.com/variables/${id}`,
  ]);
});

describe('an SMS', () => {
  test('in production without a provider is failed with NO_PROVIDER', async () => {
    const id = await stack.production.send('ping', { to: newPhone() });
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'failed',
      messages: [
        { channel: 'sms', status: 'failed', sent_at: null, error: expect.stringMatching(/^NO_PROVIDER/) },
      ],
    });
  });

  test('with a one-time code has the line for auto-fill last, once', async () => {
    const to = { to: newPhone() };
    const code = await capturedOf('verification-code', { ...to, payload: { code: '123456' } });
    const lines = code.entry.text?.split('\n') ?? [];
    expect(lines[0]).toContain('Your code is 123456.');
    expect(lines.at(-1)).toBe('@example.com #123456');
    expect(lines.filter((line) => line.startsWith('@'))).toHaveLength(1);
    const none = await capturedOf('ping', { ...to, payload: { number: '123456' } });
    expect(none.entry.text).toBe('Ping');
  });
});

describe('5 rule 2: sandbox', () => {
  test('captures e-mail and SMS in its inbox and sends nothing', async () => {
    const [email, cc, bcc, phone] = [newEmail(), newEmail(), newEmail(), newPhone()];
    const mail = await capturedOf('welcome', {
      to: { email, name: 'Ada' },
      payload: { name: 'Ada' },
      overrides: { email: { reply_to: 'help@example.org', cc, bcc } },
    });
    expect(mail.entry).toEqual({
      id: mail.view.messages[0]?.id,
      environment: 'sandbox',
      channel: 'email',
      to: email,
      from: expect.stringContaining('no-reply@example.com'),
      subject: 'Welcome, Ada!',
      text: expect.stringContaining('Hello Ada'),
      html: expect.stringContaining('<h1'),
      rich: null,
      headers: expect.objectContaining({ 'reply-to': 'help@example.org', cc, bcc }),
      receivedAt: expect.any(Date),
      notificationId: mail.id,
      contactId: (await stack.store.notifications.get(mail.id))?.contactId,
      applicationId: stack.applicationId,
    });
    const sms = await capturedOf('welcome', { to: phone, payload: { name: 'Ada' } });
    expect(sms.entry).toMatchObject({
      environment: 'sandbox',
      channel: 'sms',
      to: phone,
      from: '+15005550006',
      subject: null,
      html: null,
      text: 'Welcome to demo, Ada! Your account is ready.',
      rich: { segments: { encoding: 'GSM-7', count: 1 } },
    });
    for (const { view } of [mail, sms]) {
      expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent', error: null }] });
    }
    for (const address of [email, cc, bcc]) expect(stack.smtp.mailsTo(address)).toEqual([]);
  });

  test('and production know nothing of each other’s notifications, contacts and events', async () => {
    const { production, sandbox, admin, applicationId } = stack;
    const [email, other] = [newEmail(), newEmail()];
    const ours = await sandbox.send('ping', { to: email });
    const theirs = await production.send('ping', { to: other });
    expectRefusal(await production.get(`/v1/notifications/${ours}`), 404, 'NOTIFICATION_NOT_FOUND');
    expectRefusal(await sandbox.get(`/v1/notifications/${theirs}`), 404, 'NOTIFICATION_NOT_FOUND');
    expectRefusal(await contactAt(email), 404, 'CONTACT_NOT_FOUND');

    const content = PING.replace('ping', 'sandbox-only');
    await admin.request('PUT', `/admin/v1/applications/${applicationId}/events/sandbox`, {
      files: [{ name: 'sandbox-only.yaml', content }],
    });
    expect((await sandbox.post('/v1/send/sandbox-only', { to: email })).status).toBe(200);
    expectRefusal(await send('sandbox-only', { to: email }), 404, 'EVENT_NOT_FOUND');
  });
});

test('applications know nothing of each other', async () => {
  const app = await makeApplication(stack);
  const email = newEmail();
  const id = await stack.production.send('ping', { to: email });
  expectRefusal(await app.production.get(`/v1/notifications/${id}`), 404, 'NOTIFICATION_NOT_FOUND');
  const path = `/v1/contacts/${encodeURIComponent(email)}`;
  expectRefusal(await app.production.get(path), 404, 'CONTACT_NOT_FOUND');
  expectRefusal(await app.production.post('/v1/send/welcome', { to: email }), 404, 'EVENT_NOT_FOUND');
});

test('4.3: a sequence has one message, then two; it runs, waits and completes', async () => {
  const to = newEmail();
  const id = await stack.production.send('onboarding', { to, payload: { name: 'Ada' } });
  const first = await stack.production.notification(id);
  expect(['running', 'waiting']).toContain(first.status);
  const waiting = await eventually('the sequence to wait', async () => {
    const view = await stack.production.notification(id);
    return view.status === 'waiting' && view;
  });
  expect(waiting).toMatchObject({ completed_at: null, messages: [{ channel: 'email', status: 'sent' }] });
  const over = await untilEnded(stack.production, id);
  expect(over).toMatchObject({ status: 'completed', messages: [{ status: 'sent' }, { status: 'sent' }] });
  const [one, two] = over.messages;
  expect(one).toEqual(waiting.messages[0]);
  expect(two?.id).not.toBe(one?.id);
  expect(Date.parse(two?.sent_at ?? '') - Date.parse(one?.sent_at ?? '')).toBeGreaterThanOrEqual(5000);
  expect(Date.parse(over.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(two?.sent_at ?? ''));
  expect(stack.smtp.mailsTo(to).map(({ subject }) => subject)).toEqual([
    'Welcome aboard, Ada',
    'Ada, here are your first steps',
  ]);
});

test('an unknown event is 404 EVENT_NOT_FOUND, for a send and a cancel', async () => {
  const to = newEmail();
  for (const path of ['/v1/send/nothing', '/v1/send/nothing/email', '/v1/send/Ping', '/v1/cancel/nothing']) {
    expectRefusal(await stack.production.post(path, { to }), 404, 'EVENT_NOT_FOUND');
  }
});

test('4.3: an unknown notification is 404 NOTIFICATION_NOT_FOUND', async () => {
  for (const id of [randomUUID(), 'nothing', '%20']) {
    expectRefusal(await stack.production.get(`/v1/notifications/${id}`), 404, 'NOTIFICATION_NOT_FOUND');
  }
});

describe('4.4: a cancel', () => {
  test('of nothing that is pending answers 0', async () => {
    for (const to of [newEmail(), newPhone(), randomUUID(), '#general', { email: newEmail() }]) {
      const answer = await stack.production.post('/v1/cancel/ping', { to });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { success: true, cancelled: 0 },
      });
    }
  });

  test.each([
    [{}, 'to'],
    [{ to: 'ada@' }, 'to'],
    [{ to: [] }, 'to'],
    [{ to: { phone: '12' } }, 'to.phone'],
    [{ to: 'x', event: 'ping' }, 'event'],
  ])('with %j is 400 with field %s', async (body, field) => {
    expectRefusal(await stack.production.post('/v1/cancel/ping', body), 400, 'VALIDATION_ERROR', { field });
  });
});
