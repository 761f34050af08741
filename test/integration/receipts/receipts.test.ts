import { randomUUID } from 'node:crypto';
import type { ApiReply, ApiRequest, ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { eventually } from '../../support/eventually';
import { untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';

const CREDENTIALS = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };
const ONCE = `
delivery: at_most_once
templates: { email: { en: { subject: Once, text: Once } } }
`;
const SEQUENCE = `
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

let stack: Stack;
let postmark: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
let url: string;
/** What Postmark does before it answers a send. */
let before: (request: ApiRequest) => Promise<ApiReply | 'reset' | 'hang' | null>;

beforeAll(async () => {
  [stack, postmark, hook] = await Promise.all([
    startStack(),
    startPostmark((handle) => async (request) => (await before(request)) ?? handle(request)),
    startWebhookReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close(), hook.stop()]);
});
beforeEach(async () => {
  before = () => Promise.resolve(null);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'once.yaml': ONCE, 'sequence.yaml': SEQUENCE });
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    channel: 'email',
    provider: 'postmark',
    settings: { server_token: TOKEN, base_url: postmark.url, ...CREDENTIALS },
  });
  url = `${stack.production.baseUrl}/receipts/postmark/${added.body.integration.id}`;
  await app.production.post('/v1/webhooks', { url: hook.url });
});

const BASIC = `Basic ${Buffer.from(Object.values(CREDENTIALS).join(':')).toString('base64')}`;

interface Ids {
  notification_id: string;
  message_id: string;
}

/** The ids that a send brought to Postmark, which it gives back in each event. */
const idsIn = ({ body }: ApiRequest): Ids => (JSON.parse(body) as { Metadata: Ids }).Metadata;

const EVENTS = {
  delivered: (to: string) => ({
    RecordType: 'Delivery',
    Recipient: to,
    DeliveredAt: new Date().toISOString(),
  }),
  bounced: (to: string) => ({
    ...{ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: to },
    ...{ BouncedAt: new Date().toISOString(), Details: 'smtp;550 5.1.1 user unknown' },
  }),
  soft: (to: string) => ({
    ...{ RecordType: 'Bounce', Type: 'SoftBounce', TypeCode: 4096, Email: to },
    ...{ BouncedAt: new Date().toISOString(), Details: 'smtp;452 4.2.2 mailbox full' },
  }),
  complained: (to: string) => ({
    ...{ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: to },
    BouncedAt: new Date().toISOString(),
  }),
};

/** Calls us as Postmark does; gives the status of our answer. */
async function report(kind: keyof typeof EVENTS, to: string, ids: Ids, at = url): Promise<number> {
  const body = JSON.stringify({ ...EVENTS[kind](to), MessageID: 'pm-1', Metadata: ids });
  const headers = { 'content-type': 'application/json', authorization: BASIC };
  return (await fetch(at, { method: 'POST', headers, body })).status;
}

/** Sends, waits until it is handed over, and gives what a receipt needs. */
async function sent(event = 'ping') {
  const to = newEmail();
  const id = await app.production.send(event, { to });
  const view = await untilEnded(app.production, id);
  return { to, id, ids: { notification_id: id, message_id: view.messages[0]!.id } };
}

const eventsOf = (id: string): string[] => hook.of(id).map(({ body }) => body.event);
const told = (id: string, ...events: string[]) =>
  eventually(`the events ${events.join(', ')}`, () => events.every((one) => eventsOf(id).includes(one)));
const message = async (id: string) => (await app.production.notification(id)).messages[0]!;

test('STATUS-6, RECEIPT-1, RECEIPT-4, WEBHOOK-15, WEBHOOK-16: a message is delivered, bounces late, and what follows goes to nobody', async () => {
  const { to, id, ids } = await sent();
  expect(await message(id)).toMatchObject({ status: 'sent', delivered_at: null });
  expect(await report('delivered', to, ids)).toBe(200);
  expect(await message(id)).toMatchObject({ status: 'delivered', delivered_at: expect.any(String) });
  await told(id, 'delivery.sent', 'delivery.delivered');

  expect(await report('bounced', to, ids)).toBe(200);
  expect(await message(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^HARD_BOUNCE: /),
  });
  await told(id, 'delivery.bounced');
  expect(hook.of(id).find(({ body }) => body.event === 'delivery.bounced')?.body.delivery).toMatchObject({
    status: 'bounced',
    error: { code: 'HARD_BOUNCE', message: expect.stringContaining('user unknown') },
  });
  // The notification has ended, and stays as it is.
  expect(await app.production.notification(id)).toMatchObject({ status: 'completed' });

  const next = await app.production.send('ping', { to });
  const refused = await untilEnded(app.production, next);
  expect(refused).toMatchObject({
    status: 'failed',
    messages: [{ channel: 'email', status: 'failed', error: expect.stringMatching(/^SUPPRESSED: /) }],
  });
  await told(next, 'delivery.failed');
  expect(postmark.requests.filter(({ body }) => body.includes(to))).toHaveLength(1);

  // Each once, however often the provider says so.
  for (const kind of ['delivered', 'bounced', 'soft', 'delivered'] as const) await report(kind, to, ids);
  const last = await sent();
  await told(last.id, 'delivery.sent');
  expect(eventsOf(id).sort()).toEqual(['delivery.bounced', 'delivery.delivered', 'delivery.sent']);
});

test('RECEIPT-4, WEBHOOK-16: a soft bounce fails the message and suppresses nobody', async () => {
  const { to, id, ids } = await sent();
  expect(await report('soft', to, ids)).toBe(200);
  expect(await message(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^SOFT_BOUNCE: /),
  });
  await told(id, 'delivery.failed');
  const again = await untilEnded(app.production, await app.production.send('ping', { to }));
  expect(again).toMatchObject({ status: 'completed' });
});

test('RECEIPT-3, WEBHOOK-18: a complaint changes no status, is told once, and suppresses the address', async () => {
  const { to, id, ids } = await sent();
  await report('delivered', to, ids);
  for (let times = 0; times < 3; times += 1) expect(await report('complained', to, ids)).toBe(200);
  expect(await message(id)).toMatchObject({ status: 'delivered', error: null });
  await told(id, 'delivery.complained');
  const next = await untilEnded(app.production, await app.production.send('ping', { to }));
  expect(next.messages[0]?.error).toMatch(/^SUPPRESSED: .*spam/);
  expect(eventsOf(id).filter((event) => event === 'delivery.complained')).toHaveLength(1);
});

test('RECEIPT-1: a receipt that is faster than our own record is not lost, and neither is the record', async () => {
  before = async (request) => {
    await report('delivered', String((JSON.parse(request.body) as { To: string }).To), idsIn(request));
    return null;
  };
  const { id } = await sent();
  const view = await message(id);
  expect(view).toMatchObject({ status: 'delivered', sent_at: expect.any(String) });
  expect(view.sent_at! <= view.delivered_at!).toBe(true);
  const stored = (await stack.store.notifications.get(id))?.messages[0];
  expect(stored?.providerMessageId).toBe('pm-1');
  // That it was sent comes first, whoever was faster.
  expect(stored?.events.map(({ type }) => type)).toEqual(['delivery.sent', 'delivery.delivered']);
  await told(id, 'delivery.sent', 'delivery.delivered');
  await eventually('both to be over', async () => !(await stack.store.notifications.get(id))?.untold);
  // Each event has a workflow, so the second may arrive first.
  expect(eventsOf(id).sort()).toEqual(['delivery.delivered', 'delivery.sent']);
});

test.each(['ping', 'sequence'])(
  'RECEIPT-2: a receipt proves that a message of unknown outcome was sent (%s)',
  async (event) => {
    let calls = 0;
    before = async (request) => {
      calls += 1;
      await report('delivered', String((JSON.parse(request.body) as { To: string }).To), idsIn(request));
      return 'reset';
    };
    const id = await app.production.send(event, { to: newEmail() });
    const view = await (event === 'ping'
      ? untilEnded(app.production, id)
      : untilStatus(app.production, id, 'waiting'));
    expect(view.messages).toMatchObject([{ status: 'delivered', sent_at: expect.any(String), error: null }]);
    expect(view.status).toBe(event === 'ping' ? 'completed' : 'waiting');
    await told(id, 'delivery.sent', 'delivery.delivered');
    expect(calls).toBe(1);
    const stored = await stack.store.notifications.get(id);
    expect(stored?.messages[0]?.attempts).toMatchObject([{ outcome: 'unknown' }]);
  },
);

test('RECEIPT-2: a refusal that comes after the proof fails nothing', async () => {
  let calls = 0;
  before = async (request) => {
    calls += 1;
    if (calls === 1) return 'reset';
    await report('delivered', String((JSON.parse(request.body) as { To: string }).To), idsIn(request));
    return { status: 422, body: { ErrorCode: 300, Message: 'Refused the second time.' } };
  };
  const id = await app.production.send('ping', { to: newEmail() });
  const view = await untilEnded(app.production, id);
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'delivered', error: null }] });
  await told(id, 'delivery.sent', 'delivery.delivered');
  expect(eventsOf(id)).not.toContain('delivery.failed');
  expect(calls).toBe(2);
});

test('RECEIPT-2: where a message must not go twice, the proof still settles it', async () => {
  before = async (request) => {
    await report('delivered', String((JSON.parse(request.body) as { To: string }).To), idsIn(request));
    return 'reset';
  };
  const id = await app.production.send('once', { to: newEmail() });
  const view = await untilEnded(app.production, id);
  expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'delivered', error: null }] });
});

describe('what a cancel dropped although it had gone out is told as sent', () => {
  const cancelled = (to: string) =>
    app.production.post<{ cancelled: number }>('/v1/cancel/ping', { to }).then(({ body }) => body.cancelled);

  test('by a receipt that comes after the cancel', async () => {
    const calls: ApiRequest[] = [];
    before = async (request) => {
      calls.push(request);
      return 'reset';
    };
    const to = newEmail();
    const id = await app.production.send('ping', { to });
    const [first] = await eventually('a first call', () => calls.length > 0 && calls);
    expect(await cancelled(to)).toBe(1);
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'stopped' });
    await Promise.all([1, 2, 3].map(() => report('delivered', to, idsIn(first!))));
    await told(id, 'delivery.sent', 'delivery.delivered');
    expect(await app.production.notification(id)).toMatchObject({
      ...{ status: 'stopped', messages: [{ status: 'delivered', sent_at: expect.any(String) }] },
    });
    expect(new Set(hook.of(id).map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  test('by a receipt that came before it', async () => {
    const to = newEmail();
    let counted: Promise<number> | undefined;
    before = async (request) => {
      counted ??= cancelled(to);
      const { notification_id: id } = idsIn(request);
      await eventually('a mark', async () => (await stack.store.notifications.get(id))?.inFlight?.marked);
      await report('delivered', to, idsIn(request));
      return 'reset';
    };
    const id = await app.production.send('ping', { to });
    expect(await untilEnded(app.production, id)).toMatchObject({
      ...{ status: 'stopped', messages: [{ status: 'delivered' }] },
    });
    expect(await counted).toBe(1);
    await told(id, 'delivery.sent', 'delivery.delivered');
  });
});

test('a copy’s bounce suppresses the copy and says nothing of the message', async () => {
  const copy = newEmail();
  const to = newEmail();
  const id = await app.production.send('ping', { to, overrides: { email: { cc: copy } } });
  const view = await untilEnded(app.production, id);
  const ids = { notification_id: id, message_id: view.messages[0]!.id };
  expect(await report('bounced', copy.toUpperCase(), ids)).toBe(200);
  expect(await message(id)).toMatchObject({ status: 'sent', error: null });
  expect(await report('delivered', to.toUpperCase(), ids)).toBe(200);
  expect(await message(id)).toMatchObject({ status: 'delivered' });
  const next = await untilEnded(app.production, await app.production.send('ping', { to: copy }));
  expect(next.messages[0]?.error).toMatch(/^SUPPRESSED/);
});

test('what nobody can have signed changes nothing', async () => {
  const { to, id, ids } = await sent();
  const body = JSON.stringify({ ...EVENTS.bounced(to), Metadata: ids });
  const post = async (headers: Record<string, string>, at = url) => {
    const answer = await fetch(at, { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const forged = `Basic ${Buffer.from('postmark:guessed').toString('base64')}`;
  expect(await post({ authorization: forged })).toEqual({
    status: 401,
    body: { error: 'This callback cannot be verified.', code: 'UNAUTHORIZED' },
  });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: BASIC }, url.replace('postmark', 'sendgrid'))).status).toBe(404);
  const unknown = `${stack.production.baseUrl}/receipts/postmark/${randomUUID()}`;
  expect((await post({ authorization: BASIC }, unknown)).status).toBe(404);
  expect((await fetch(url, { method: 'PUT', body: '{}' })).status).toBe(405);
  expect(await message(id)).toMatchObject({ status: 'sent' });
});

test('receipts of messages that are not there, or another application’s, are taken and change nothing', async () => {
  const { to, id, ids } = await sent();
  expect(await report('bounced', to, { ...ids, notification_id: randomUUID() })).toBe(200);
  expect(await report('bounced', to, { ...ids, message_id: randomUUID() })).toBe(200);
  const other = await makeApplication(stack);
  const added = await stack.admin.post<{ integration: { id: string } }>(`${other.path}/integrations`, {
    channel: 'email',
    provider: 'postmark',
    settings: { server_token: TOKEN, base_url: postmark.url, ...CREDENTIALS },
  });
  const theirs = `${stack.production.baseUrl}/receipts/postmark/${added.body.integration.id}`;
  expect(await report('bounced', to, ids, theirs)).toBe(200);
  expect(await message(id)).toMatchObject({ status: 'sent', error: null });
  expect(await untilEnded(app.production, await app.production.send('ping', { to }))).toMatchObject({
    status: 'completed',
  });
});

test('RECEIPT-1, WEBHOOK-15: fifty receipts at once move a message once and raise each event once', async () => {
  const { to, id, ids } = await sent();
  const kinds = ['delivered', 'bounced', 'complained'] as const;
  const statuses = await Promise.all(
    Array.from({ length: 51 }, (_, index) => report(kinds[index % 3]!, to, ids)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await message(id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^HARD_BOUNCE/) });
  await told(id, 'delivery.sent', 'delivery.bounced', 'delivery.complained');
  const events = eventsOf(id);
  expect(new Set(events).size).toBe(events.length);
});

const ENDINGS: [string, string | null, string, RegExp | null, string[], RegExp | null][] = [
  ['delivered+1@sandbox.test', null, 'delivered', null, ['delivery.sent', 'delivery.delivered'], null],
  ['rejected@sandbox.test', null, 'failed', /^REJECTED: 550/, ['delivery.failed'], null],
  ['bounced+7@Sandbox.test', null, 'failed', /^HARD_BOUNCE: 550/, ['delivery.bounced'], /bounced/],
  ['complained@sandbox.test', null, 'delivered', null, ['delivery.complained'], /spam/],
  ['+12025550190', 'sms', 'delivered', null, ['delivery.sent'], null],
  ['+12025550192', 'sms', 'failed', /^REJECTED: /, ['delivery.failed'], null],
  ['+12025550193', 'sms', 'failed', /^INVALID_RECIPIENT: /, ['delivery.failed'], null],
  ['+12025550194', 'sms', 'failed', /^SUPPRESSED: /, ['delivery.failed'], /opted out/],
];
test('RECEIPT-6: sends in sandbox to the addresses of tests end as these say', async () => {
  await app.sandbox.post('/v1/webhooks', { url: hook.url });
  const endsAsSaid = async ([to, channel, status, error, events, next]: (typeof ENDINGS)[number]) => {
    const event = channel ? `ping/${channel}` : 'ping';
    const id = await app.sandbox.send(event, { to });
    const first = await eventually(`the message to ${to} to be ${status}`, async () => {
      const [one] = (await app.sandbox.notification(id)).messages;
      return one?.status === status && one;
    });
    if (error) expect(first.error).toMatch(error);
    await told(id, ...events);
    const again = await untilEnded(app.sandbox, await app.sandbox.send(event, { to }));
    if (next) expect(again.messages[0]?.error).toMatch(next);
    else expect(again.messages[0]?.error ?? 'sent').not.toMatch(/^SUPPRESSED/);
  };
  await Promise.all(ENDINGS.map(endsAsSaid));
});
