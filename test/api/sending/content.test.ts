import { randomUUID } from 'node:crypto';
import { expectRefusal, makeApplication, newEmail, newPhone, PING } from '../../support/application';
import { untilEnded } from '../../support/journey';
import { sendsOf } from '../../support/sends';
import { type Stack, startStack } from '../../support/stack';

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
const UNTITLED = `
name: untitled
templates:
  email: { en: { subject: '{{title}} ', text: Hello } }
`;
const BRANDED = `
name: branded
templates:
  sms: { en: { text: '{{brand.name}} {{brand.color}} {{brand.website}}' } }
`;
const SHORT = `
name: short
sms: { max_segments: 1 }
templates: { sms: { en: { text: '{{text}}' } } }
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: {
      'ping.yaml': PING,
      'greeting.yaml': GREETING,
      'variables.yaml': VARIABLES,
      'branded.yaml': BRANDED,
      'untitled.yaml': UNTITLED,
      'short.yaml': SHORT,
    },
  });
});
afterAll(() => stack.stop());

const { send, mailOf, capturedOf, expectNothingMade } = sendsOf(() => stack);

describe('`from`', () => {
  test.each([
    ['me@evil.example'],
    ['me@sub.example.com'],
    ['+15005550009'],
    [{ email: 'me@evil.example', name: 'Me' }],
    [{ phone: '+15005550009' }],
  ])('SENDER-2, SENDER-3: %j is not verified: 400 SENDER_UNVERIFIED', async (from) => {
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
      { address: 'Hello@example.com', name: 'Hello, "there"' },
    ],
  ])('SENDER-1: %j is who the mail comes from', async (from, sender) => {
    const to = newEmail();
    const mail = await mailOf('ping', { to, from }, to);
    expect(mail.from?.value).toEqual([sender]);
  });

  test('SENDER-4: absent, the mail comes from the application at its verified domain', async () => {
    const to = newEmail();
    const mail = await mailOf('ping', { to }, to);
    expect(mail.from?.value).toEqual([{ address: 'no-reply@example.com', name: 'demo' }]);
  });

  test.each([['+15005550006'], [{ phone: '+1 500 555 0006' }]])(
    'SENDER-1: %j is who the SMS comes from',
    async (from) => {
      expect((await capturedOf('ping', { to: newPhone(), from })).entry.from).toBe('+15005550006');
    },
  );

  test('SENDER-4: without a verified sender of any kind an e-mail is 400 SENDER_UNVERIFIED', async () => {
    const app = await makeApplication(stack);
    const { body } = await stack.admin.get<{ senders: { id: string }[] }>(`${app.path}/senders`);
    for (const { id } of body.senders) await stack.admin.request('DELETE', `${app.path}/senders/${id}`);
    const answer = await app.production.post('/v1/send/ping', { to: newEmail() });
    expectRefusal(answer, 400, 'SENDER_UNVERIFIED');
  });
});

describe('`language`', () => {
  const subjectOf = async (event: string, body: Record<string, unknown>) =>
    (await capturedOf(event, { to: newEmail(), ...body })).entry.subject;

  test('LANGUAGE-1: chooses the variant', async () => {
    expect(await subjectOf('welcome', { payload: { name: 'Ada' }, language: 'sv' })).toBe('Välkommen, Ada!');
  });

  test('LANGUAGE-2: falls back from the region to the language, then to the default', async () => {
    expect(await subjectOf('welcome', { language: 'SV-se' })).toBe('Välkommen!');
    expect(await subjectOf('greeting', { language: 'pt-BR' })).toBe('Olá');
    expect(await subjectOf('greeting', { language: 'de-AT' })).toBe('Hello');
    expect(await subjectOf('greeting', { language: 'pt-Latn-AO' })).toBe('Olá');
    expect(await subjectOf('greeting', { language: 'fil-PH' })).toBe('Hello');
  });

  test('LANGUAGE-1: is the request’s, else the contact’s', async () => {
    const to = { email: newEmail(), language: 'sv' };
    expect(await subjectOf('welcome', { to })).toBe('Välkommen!');
    expect(await subjectOf('welcome', { to: to.email })).toBe('Välkommen!');
    expect(await subjectOf('welcome', { to: to.email, language: 'en' })).toBe('Welcome!');
  });
});

test('TEMPLATE-4: a subject that renders to nothing becomes the name of the application', async () => {
  const [none, some] = [{}, { title: 'News' }];
  const subjectOf = async (payload: object) =>
    (await capturedOf('untitled', { to: newEmail(), payload })).entry.subject;
  expect([await subjectOf(none), await subjectOf(some)]).toEqual(['demo', 'News']);
});

test('OVERRIDE-1: overrides.email replaces the subject and adds reply_to, cc and bcc', async () => {
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
  expect(mail.replyTo?.value).toMatchObject([{ address: 'Help@example.org' }]);
  expect(mail.headers.get('cc')).toMatchObject({ value: [{ address: cc }, { address: 'cc2@example.org' }] });
  expect(mail.headers.has('bcc')).toBe(false);
  const envelope = stack.smtp.mails.find((one) => one.mail === mail)?.to;
  expect(envelope?.toSorted()).toEqual([to, cc, bcc, 'cc2@example.org'].toSorted());
});

describe('overrides', () => {
  test('OVERRIDE-7: sms.sender_id is who the SMS comes from, and must be verified', async () => {
    const senders = `/admin/v1/applications/${stack.applicationId}/senders`;
    await stack.admin.post(senders, { type: 'phone', value: '+15005550007' });
    const of = (sender_id: string) => ({ to: newPhone(), overrides: { sms: { sender_id } } });
    const { entry } = await capturedOf('ping', of('+1 500 555 0007'));
    expect(entry.from).toBe('+15005550007');
    await stack.admin.post(senders, { type: 'alphanumeric', value: 'My App' });
    expect((await capturedOf('ping', of('My App'))).entry.from).toBe('My App');
    for (const stranger of ['+15005550009', 'Not Mine']) {
      const refused = await send('ping/sms', of(stranger));
      expectRefusal(refused, 400, 'SENDER_UNVERIFIED', { field: 'overrides.sms.sender_id' });
    }
  });

  test('OVERRIDE-8: brand stands over the application’s own, key by key', async () => {
    const path = `/admin/v1/applications/${stack.applicationId}`;
    const brand = { name: 'Ours', color: 'red' };
    expect((await stack.admin.request('PATCH', path, { brand })).status).toBe(200);
    const overrides = { brand: { color: 'blue', website: 'https://example.org' } };
    const { entry } = await capturedOf('branded', { to: newPhone(), overrides });
    expect(entry.text).toBe('Ours blue https://example.org');
  });
});

test('TEMPLATE-1, TEMPLATE-2, TEMPLATE-3, TEMPLATE-5: `payload` fills the template, `contact` wins over a key of that name, what is missing is nothing', async () => {
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
  test('CHANNEL-8, MESSAGE-2: in production without a provider is failed with NO_PROVIDER', async () => {
    const id = await stack.production.send('ping', { to: newPhone() });
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'failed',
      messages: [
        { channel: 'sms', status: 'failed', sent_at: null, error: expect.stringMatching(/^NO_PROVIDER/) },
      ],
    });
  });

  test.each([
    ['a'.repeat(160), 'completed', null],
    [
      'a'.repeat(161),
      'failed',
      'TEMPLATE_ERROR: The SMS takes 2 segments in GSM-7, and its event allows 1 segment (sms.max_segments). Shorten the template or the values of the payload.',
    ],
  ])(
    'TEMPLATE-11: fails if it takes more segments than its event allows: %#',
    async (text, status, error) => {
      const id = await stack.sandbox.send('short', { to: newPhone(), payload: { text } });
      expect(await untilEnded(stack.sandbox, id)).toMatchObject({
        status,
        messages: [{ channel: 'sms', error }],
      });
    },
  );

  test('TEMPLATE-7: with a one-time code has the line for auto-fill last, once', async () => {
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
