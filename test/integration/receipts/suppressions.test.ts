import { eventually } from '../../support/eventually';
import type { Answer, HttpApi, NotificationView } from '../../support/http-api';
import { untilStatus, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
} from '../../support/application';

const EVENTS = {
  'ping.yaml': `
name: ping
channels: [email, sms]
templates:
  email: { en: { subject: Ping, text: Ping } }
  sms: { en: { text: Ping } }
`,
  'mail.yaml': `
name: mail
channels: [email]
templates: { email: { en: { subject: Mail, text: Mail } } }
`,
  'sequence.yaml': `
name: sequence
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 10s }, { send: email }]
`,
};
const MANUAL =
  /^SUPPRESSED: Nothing is sent to this address, because an operator suppressed it on \d{4}-\d\d-\d\d\.$/;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Shown {
  id: string;
  environment: string;
  channel: string;
  address: string | null;
  reason: string;
  detail: string | null;
  notification_id: string | null;
  created_at: string;
  reasons: { reason: string; at: string; detail: string | null; notification_id: string | null }[];
}
type Environment = 'production' | 'sandbox';

let stack: Stack;
let receiver: WebhookReceiver;
let app: TestApplication;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack(), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver.stop();
  await stack.stop();
});
beforeEach(async () => {
  app = await makeApplication(stack, EVENTS);
});
afterEach(() => {
  stack.smtp.answer = () => null;
});

const pathOf = (of = app): string => `${of.path}/suppressions`;
const add = (body: object, of = app): Promise<Answer<{ success: boolean; suppression: Shown }>> =>
  stack.admin.post(pathOf(of), { environment: 'production', channel: 'email', ...body });
const lift = (body: object, of = app): Promise<Answer> =>
  stack.admin.request('DELETE', pathOf(of), { environment: 'production', channel: 'email', ...body });
async function list(query: Record<string, string> = {}, of = app): Promise<Shown[]> {
  const search = new URLSearchParams({ environment: 'production', ...query }).toString();
  const answer = await stack.admin.get<{ suppressions: Shown[] }>(`${pathOf(of)}?${search}`);
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
  return answer.body.suppressions;
}
async function suppressed(changes: { channel?: string; address?: string; environment?: Environment } = {}) {
  const address = changes.address ?? newEmail();
  const { status } = await add({ address, ...changes });
  expect(status).toBe(201);
  return address;
}
const send = async (event: string, to: unknown, api: HttpApi = app.production): Promise<NotificationView> =>
  untilEnded(api, await api.send(event, { to }));
const webhooksOf = (id: string) =>
  receiver.of(id).map(({ body }) => ({ event: body.event, error: body.delivery.error }));

describe('suppressions', () => {
  test('are added by hand in their one form, once, and listed newest first', async () => {
    const [email, phone] = [newEmail(), newPhone()];
    const made = await add({ address: email.toUpperCase(), detail: 'asked by letter' });
    const suppression = {
      id: expect.stringContaining(`${app.id}:production:email:`),
      environment: 'production',
      channel: 'email',
      address: email,
      reason: 'manual',
      detail: 'asked by letter',
      notification_id: null,
      created_at: expect.stringMatching(TIME),
      reasons: [
        {
          reason: 'manual',
          at: expect.stringMatching(TIME),
          detail: 'asked by letter',
          notification_id: null,
        },
      ],
    };
    expect({ status: made.status, body: made.body }).toEqual({
      status: 201,
      body: { success: true, suppression },
    });
    const again = await add({ address: email, detail: 'asked once more' });
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: made.body });
    const number = await add({ channel: 'sms', address: phone.replace('+1', '+1 ') });
    expect(number).toMatchObject({ status: 201, body: { suppression: { channel: 'sms', address: phone } } });
    const all = [number.body.suppression, made.body.suppression];
    expect(await list()).toEqual(all);
    expect(await list({ limit: '1' })).toEqual(all.slice(0, 1));
    expect(await list({ limit: '1', offset: '1' })).toEqual(all.slice(1));
    expect(await list({ environment: 'sandbox' })).toEqual([]);
  });

  test('are looked up by channel and address', async () => {
    const address = await suppressed();
    expect(await list({ channel: 'email', address: address.toUpperCase() })).toMatchObject([{ address }]);
    expect(await list({ channel: 'email', address: newEmail() })).toEqual([]);
    expect(await list({ channel: 'email', address, environment: 'sandbox' })).toEqual([]);
    expect(await list({ channel: 'email', address }, await makeApplication(stack))).toEqual([]);
  });

  test.each([
    [{}, 'address'],
    [{ address: 'nobody' }, 'address'],
    [{ channel: 'sms', address: '12025550123' }, 'address'],
    [{ channel: 'whatsapp', address: 'ada@example.org' }, 'address'],
    [{ channel: 'push', address: 'token' }, 'channel'],
    [{ environment: 'staging', address: 'ada@example.org' }, 'environment'],
    [{ address: 'ada@example.org', reason: 'complaint' }, 'reason'],
    [{ address: 'ada@example.org', detail: 'a\nb' }, 'detail'],
  ])('with %j are 400 with field %s', async (body, field) => {
    expectRefusal(await add(body), 400, 'VALIDATION_ERROR', { field });
    expect(await list()).toEqual([]);
  });

  test.each([
    ['', 'environment'],
    ['environment=staging', 'environment'],
    ['environment=production&limit=101', 'limit'],
    ['environment=production&offset=-1', 'offset'],
    ['environment=production&address=ada%40example.org', 'channel'],
    ['environment=production&channel=email', 'address'],
    ['environment=production&channel=email&address=nobody', 'address'],
    ['environment=production&search=ada', 'search'],
  ])('listed with ?%s are 400 with field %s', async (query, field) => {
    expectRefusal(await stack.admin.get(`${pathOf()}?${query}`), 400, 'VALIDATION_ERROR', { field });
  });

  test('that are not there are 404 SUPPRESSION_NOT_FOUND, those of another application too', async () => {
    const address = await suppressed();
    const [{ id } = { id: '' }] = await list();
    const stranger = await makeApplication(stack);
    const byId = (of: TestApplication, what: string) =>
      stack.admin.request('DELETE', `${pathOf(of)}/${encodeURIComponent(what)}`);
    expectRefusal(await lift({ address: newEmail() }), 404, 'SUPPRESSION_NOT_FOUND');
    expectRefusal(await lift({ address, environment: 'sandbox' }), 404, 'SUPPRESSION_NOT_FOUND');
    expectRefusal(await lift({ address }, stranger), 404, 'SUPPRESSION_NOT_FOUND');
    expectRefusal(await byId(stranger, id), 404, 'SUPPRESSION_NOT_FOUND');
    expectRefusal(await byId(app, 'x'), 404, 'SUPPRESSION_NOT_FOUND');
    expect(await list()).toHaveLength(1);
    expect((await byId(app, id)).status).toBe(200);
    expect(await list()).toEqual([]);
  });
});

test('a suppression has several reasons, and each is lifted by its name', async () => {
  const address = await suppressed();
  const [{ id } = { id: '' }] = await list();
  const contact = { notificationId: null, contactId: null, detail: null };
  const scope = { applicationId: app.id, environment: 'production' as const };
  await stack.store.suppressions.add({
    ...{ _id: id, ...scope, channel: 'email', address, ...contact },
    ...{ reason: 'complaint', at: new Date(), since: new Date() },
  });
  expect((await list())[0]?.reasons.map(({ reason }) => reason)).toEqual(['manual', 'complaint']);
  expectRefusal(await lift({ address }), 400, 'VALIDATION_ERROR', { field: 'reason' });
  expectRefusal(await lift({ address, reason: 'opt_out' }), 404, 'SUPPRESSION_NOT_FOUND');
  const first = await lift({ address, reason: 'manual' });
  expect(first).toMatchObject({ status: 200, body: { suppression: { reason: 'complaint' } } });
  expect((await send('mail', address)).messages[0]?.error).toMatch(
    /^SUPPRESSED: .*reported a message as spam/,
  );
  expect((await add({ address })).status).toBe(201);
  const path = `${pathOf()}/${encodeURIComponent(id)}?reason=all`;
  const last = await stack.admin.request('DELETE', path);
  expect(last).toMatchObject({ status: 200, body: { success: true, suppression: null } });
  expect((await send('mail', address)).status).toBe('completed');
});

describe('a send to a suppressed address', () => {
  test('CHANNEL-5: takes the next eligible channel', async () => {
    const email = await suppressed();
    const view = await send('ping', { email, phone: newPhone() });
    expect(view.messages.map(({ channel }) => channel)).toEqual(['sms']);
    expect(stack.smtp.mailsTo(email)).toEqual([]);
  });

  test.each([
    ['over a forced channel', 'ping/email'],
    ['where nothing else reaches the recipient', 'mail'],
  ])(
    'CHANNEL-6, WEBHOOK-19: %s is accepted, fails as SUPPRESSED and is told as delivery.failed',
    async (_case, event) => {
      expect((await app.production.post('/v1/webhooks', { url: receiver.url })).status).toBe(201);
      const email = await suppressed();
      const view = await send(event, { email, phone: newPhone() });
      expect(view).toMatchObject({
        status: 'failed',
        messages: [
          { channel: 'email', status: 'failed', sent_at: null, error: expect.stringMatching(MANUAL) },
        ],
      });
      await eventually('the webhook', () => receiver.of(view.id).length > 0);
      const message = view.messages[0]?.error?.replace('SUPPRESSED: ', '');
      expect(webhooksOf(view.id)).toEqual([
        { event: 'delivery.failed', error: { code: 'SUPPRESSED', message } },
      ]);
      expect(stack.smtp.mailsTo(email)).toEqual([]);
      const stored = await stack.store.notifications.get(view.id);
      expect(stored?.messages[0]?.attempts.filter(({ provider }) => provider !== null)).toEqual([]);
    },
  );

  test('CHANNEL-6: fails where all channels of the event are suppressed, over the first of them', async () => {
    const [email, phone] = [await suppressed(), newPhone()];
    await suppressed({ channel: 'sms', address: phone });
    expect(await send('ping', { email, phone })).toMatchObject({
      status: 'failed',
      messages: [{ channel: 'email', error: expect.stringMatching(MANUAL) }],
    });
  });

  test('KEY-6: is none in the other environment, in another application and over another channel', async () => {
    const email = await suppressed();
    const other = await makeApplication(stack, EVENTS);
    expect((await send('mail', email, app.sandbox)).status).toBe('completed');
    expect(stack.smtp.mailsTo(email)).toHaveLength(0);
    expect((await send('mail', email, other.production)).status).toBe('completed');
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
    const phone = newPhone();
    await suppressed({ channel: 'whatsapp', address: phone });
    expect((await send('ping/sms', phone)).messages[0]?.error).toMatch(/^NO_PROVIDER/);
    expect((await send('ping/sms', phone, app.sandbox)).status).toBe('completed');
  });

  test('is captured by no sandbox either', async () => {
    const email = await suppressed({ environment: 'sandbox' });
    expect((await send('mail', email, app.sandbox)).messages[0]?.error).toMatch(MANUAL);
    expect((await send('mail', email)).status).toBe('completed');
  });

  test('goes out again once it is lifted', async () => {
    const email = await suppressed();
    expect((await send('mail', email)).status).toBe('failed');
    const lifted = await lift({ address: email.toUpperCase() });
    expect({ status: lifted.status, body: lifted.body }).toEqual({
      status: 200,
      body: { success: true, suppression: null },
    });
    expect(await list()).toEqual([]);
    expect((await send('ping', { email, phone: newPhone() })).messages).toMatchObject([
      { channel: 'email', status: 'sent' },
    ]);
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('CHANNEL-6: in an array fails in its own notification alone', async () => {
    const [first, second, third] = [newEmail(), await suppressed(), newEmail()];
    const fourth = { email: await suppressed(), phone: newPhone() };
    const answer = await app.production.post<{ notifications: { id: string; status: string }[] }>(
      '/v1/send/ping',
      { to: [first, second, third, fourth] },
    );
    expect(answer.status).toBe(200);
    const { notifications } = answer.body;
    expect(notifications.map(({ status }) => status)).toEqual(Array(4).fill('accepted'));
    const views = await Promise.all(notifications.map(({ id }) => untilEnded(app.production, id)));
    expect(views.map(({ messages }) => [messages[0]?.channel, messages[0]?.status])).toEqual([
      ['email', 'sent'],
      ['email', 'failed'],
      ['email', 'sent'],
      // No provider of SMS is set up; that it was tried is what counts here.
      ['sms', 'failed'],
    ]);
    expect(views[1]?.messages[0]?.error).toMatch(MANUAL);
    expect(views[3]?.messages[0]?.error).toMatch(/^NO_PROVIDER/);
    expect([first, second, third].map((to) => stack.smtp.mailsTo(to).length)).toEqual([1, 0, 1]);
  });
});

describe('an address that is suppressed meanwhile', () => {
  test('RECEIPT-4: gets no later SEND of a sequence', async () => {
    const email = newEmail();
    const id = await app.production.send('sequence', { to: email });
    await untilStatus(app.production, id, 'waiting');
    await suppressed({ address: email });
    const view = await untilEnded(app.production, id);
    expect(view).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }, { status: 'failed', error: expect.stringMatching(MANUAL) }],
    });
    expect(stack.smtp.mailsTo(email)).toHaveLength(1);
  });

  test('RECEIPT-4: gets no message that waits to be tried again', async () => {
    // On a busy machine the next attempt may begin before the address is suppressed.
    const { view, email } = await eventually('a suppression between two attempts', async () => {
      const email = newEmail();
      let [attempts, isRefused] = [0, true];
      stack.smtp.answer = (to) => {
        if (to !== email) return null;
        attempts += 1;
        return isRefused ? { code: 451, text: '4.3.0 try again later' } : null;
      };
      const id = await app.production.send('mail', { to: email });
      // The fourth comes four seconds after the third.
      await eventually('three attempts', async () => {
        const stored = await stack.store.notifications.get(id);
        return (stored?.messages[0]?.attempts.length ?? 0) >= 3 && stored?.inFlight === null;
      });
      const before = attempts;
      await suppressed({ address: email });
      isRefused = false;
      const view = await untilEnded(app.production, id);
      return attempts === before && { view, email };
    });
    expect(view).toMatchObject({
      status: 'failed',
      messages: [{ status: 'failed', error: expect.stringMatching(MANUAL) }],
    });
    expect(stack.smtp.mailsTo(email)).toEqual([]);
  });
});

test('ERASURE-8: of an erased contact only a hash is left, and its address stays suppressed', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  await send('ping/email', { email, phone });
  await suppressed({ address: email });
  await suppressed({ channel: 'sms', address: phone });
  const erased = await app.production.request('DELETE', `/v1/contacts/${encodeURIComponent(email)}`);
  expect(erased.status).toBe(200);
  const left = await list();
  expect(left).toMatchObject([
    { channel: 'sms', address: null, detail: null, notification_id: null },
    { channel: 'email', address: null, detail: null, notification_id: null },
  ]);
  expect(JSON.stringify(left)).not.toContain(email);
  expect(await list({ channel: 'email', address: email })).toMatchObject([{ address: null }]);
  expect((await send('mail', email)).messages[0]?.error).toMatch(MANUAL);
  const byId = await stack.admin.request(
    'DELETE',
    `${pathOf()}/${encodeURIComponent(left.find(({ channel }) => channel === 'email')?.id ?? '')}`,
  );
  expect(byId.status).toBe(200);
  expect((await send('mail', email)).status).toBe('completed');
});

test('ERASURE-8: an address that its contact gave up before it was erased is a hash alone too', async () => {
  const [old, now] = [newEmail(), newEmail()];
  const contact = { external_id: 'who-moved' };
  await app.production.post('/v1/contacts', { ...contact, email: old });
  await suppressed({ address: old });
  const path = `/v1/contacts/${encodeURIComponent(contact.external_id)}`;
  await app.production.request('PATCH', path, { email: null });
  await app.production.request('PATCH', path, { email: now });
  expect(await list()).toMatchObject([{ address: old }]);
  expect((await app.production.request('DELETE', path)).status).toBe(200);
  await eventually('the address to be gone', async () => (await list())[0]?.address === null);
});
