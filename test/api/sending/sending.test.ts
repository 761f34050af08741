import { randomUUID } from 'node:crypto';
import { expectRefusal, makeApplication, newEmail, newPhone, PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { sendsOf } from '../../support/sends';
import { type Stack, startStack } from '../../support/stack';

const NOTES = `
name: notes
templates: { slack: { en: { text: Note } } }
sequence: [{ send: slack }, { wait: 1h }, { send: slack }]
`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: { 'ping.yaml': PING, 'notes.yaml': NOTES } });
});
afterAll(() => stack.stop());

const { send, contactAt, capturedOf } = sendsOf(() => stack);

test('SEND-1, CHANNEL-8, NOTIFICATION-3, NOTIFICATION-4: a notification has exactly the fields of the interface', async () => {
  const email = newEmail();
  const answer = await send('welcome', { to: { email, name: 'Ada Lovelace' }, payload: { name: 'Ada' } });
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
  const [mail] = stack.smtp.mailsTo(email);
  expect(mail?.messageId).toBe(`<${view.messages[0]?.id}@example.com>`);
  for (const part of [mail?.subject, mail?.html, mail?.text]) expect(part).toContain('Ada');
  const [sentAt, completedAt] = [view.messages[0]?.sent_at ?? '', view.completed_at ?? ''];
  expect(view.started_at <= sentAt && sentAt <= completedAt).toBe(true);
});

test('SEND-4: an empty payload and empty overrides are the same as none', async () => {
  expect((await send('ping', { to: newEmail(), payload: {}, overrides: {} })).status).toBe(200);
});

describe('of an event that declares its payload', () => {
  const declared = (payload: string) => `
payload: ${payload}
examples: { first: { number: A-1 }, second: { number: A-2 } }
channels: [email]
templates: { email: { en: { subject: '{{number}}', text: Due } } }
sequence: [{ send: email }, { wait: 1s }, { send: email }]
`;
  const PAYLOAD =
    '{ required: [number], properties: { number: { type: string }, lines: { items: { properties: { price: { type: number } } } } } }';
  const push = async (payload: string): Promise<void> => {
    const files = [{ name: 'due.yaml', content: declared(payload) }];
    const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
    expect((await stack.admin.request('PUT', path, { files })).body).not.toHaveProperty('problems');
  };
  beforeAll(() => push(PAYLOAD));

  test.each([
    [{ number: 5 }, 'payload.number', 'must be text, not a number.'],
    [{ number: 'A', lines: [{}, { price: 'x' }] }, 'payload.lines[1].price', 'must be a number, not text.'],
    [undefined, 'payload.number', 'is required and must be text.'],
  ])(
    'PAYLOAD-1, PAYLOAD-2, ERROR-2: a send with %j is 400 with field %s, also to several',
    async (payload, field, words) => {
      const to = newEmail();
      for (const all of [to, [to, newEmail()]]) {
        const answer = await send('due', { to: all, payload });
        expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
        expect(answer.body.error).toBe(`${field} ${words}`);
      }
      expectRefusal(await contactAt(to), 404, 'CONTACT_NOT_FOUND');
    },
  );

  test('PAYLOAD-1: the refusal is in the story of the recipient', async () => {
    const to = newEmail();
    await send('due', { to, payload: { number: 5 } });
    await eventually('the refusal', async () => {
      const story = await stack.admin.request('GET', `/admin/v1/explain?who=${encodeURIComponent(to)}`);
      return JSON.stringify(story.body).includes('payload.number must be text');
    });
  });

  test('PAYLOAD-3: keys that are not declared are accepted', async () => {
    expect((await send('due', { to: newEmail(), payload: { number: 'A', more: 1 } })).status).toBe(200);
  });

  test('PAYLOAD-4: a declaration leaves alone what was accepted before', async () => {
    const body = { to: newEmail(), payload: { number: 'A-1000' } };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await stack.production.post('/v1/send/due', body, headers);
    await push('{ required: [number], properties: { number: { maxLength: 3 } } }');
    expectRefusal(await send('due', body), 400, 'VALIDATION_ERROR', { field: 'payload.number' });
    expect(await stack.production.post('/v1/send/due', body, headers)).toMatchObject({
      ...{ status: 200, body: first.body },
    });
    const view = await untilEnded(stack.production, String(first.body.id));
    expect(view.messages.map(({ status }) => status)).toEqual(['sent', 'sent']);
    await push(PAYLOAD);
  });
});

test('SEND-6: a template that was pushed a moment ago is the one that is sent', async () => {
  const push = (word: string) =>
    stack.admin.request('PUT', `/admin/v1/applications/${stack.applicationId}/events/production`, {
      files: [
        { name: 'fresh.yaml', content: `templates: { email: { en: { subject: ${word}, text: ${word} } } }` },
      ],
    });
  for (const word of ['First', 'Second', 'Third']) {
    expect((await push(word)).status).toBe(200);
    const to = newAddress();
    await stack.production.send('fresh', { to });
    await eventually('the mail', () => stack.smtp.mailsTo(to).length === 1);
    expect(stack.smtp.mailsTo(to)[0]?.subject).toBe(word);
  }
});

test('TEMPLATE-6: an e-mail has its message’s id, and a text made of its HTML where the template has none', async () => {
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

test('ERROR-6, SEND-2, CANCEL-3: an unknown event is 404 EVENT_NOT_FOUND, for a send and a cancel', async () => {
  const to = newEmail();
  for (const path of ['/v1/send/nothing', '/v1/send/nothing/email', '/v1/send/Ping', '/v1/cancel/nothing']) {
    expectRefusal(await stack.production.post(path, { to }), 404, 'EVENT_NOT_FOUND');
  }
});

test('NOTIFICATION-6: an unknown notification is 404 NOTIFICATION_NOT_FOUND', async () => {
  for (const id of [randomUUID(), 'nothing', '%20']) {
    expectRefusal(await stack.production.get(`/v1/notifications/${id}`), 404, 'NOTIFICATION_NOT_FOUND');
  }
});

describe('a cancel', () => {
  test('CANCEL-2, CANCEL-3: of nothing that is pending answers 0', async () => {
    for (const to of [newEmail(), newPhone(), randomUUID(), '#general', { email: newEmail() }]) {
      const answer = await stack.production.post('/v1/cancel/ping', { to });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { success: true, cancelled: 0 },
      });
    }
  });
});

describe('sandbox', () => {
  test('KEY-9, KEY-10: captures e-mail and SMS in its inbox and sends nothing', async () => {
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

  test('KEY-6, NOTIFICATION-6: and production know nothing of each other’s notifications, contacts and events', async () => {
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

test('KEY-6, NOTIFICATION-6: applications know nothing of each other', async () => {
  const app = await makeApplication(stack);
  const email = newEmail();
  const id = await stack.production.send('ping', { to: email });
  expectRefusal(await app.production.get(`/v1/notifications/${id}`), 404, 'NOTIFICATION_NOT_FOUND');
  const path = `/v1/contacts/${encodeURIComponent(email)}`;
  expectRefusal(await app.production.get(path), 404, 'CONTACT_NOT_FOUND');
  expectRefusal(await app.production.post('/v1/send/welcome', { to: email }), 404, 'EVENT_NOT_FOUND');
});

test('CANCEL-1: a cancel names a Slack channel by the same string as the send', async () => {
  const id = await stack.sandbox.send('notes/slack', { to: '#general' });
  expect((await stack.sandbox.post('/v1/cancel/notes', { to: '#random' })).body).toMatchObject({
    cancelled: 0,
  });
  expect((await stack.sandbox.post('/v1/cancel/notes', { to: '#general' })).body).toEqual({
    success: true,
    cancelled: 1,
  });
  expect(await stack.sandbox.notification(id)).toMatchObject({
    status: 'stopped',
    contact: { email: null, name: null },
  });
});
