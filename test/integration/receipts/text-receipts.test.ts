import { createHmac } from 'node:crypto';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import type { ApiServer } from '../../support/providers/api-server';
import { startTelnyx } from '../../support/providers/telnyx-server';
import { ACCOUNT_SID, startTwilio } from '../../support/providers/twilio-server';
import {
  API_KEY,
  bodyOf,
  call as telnyxCall,
  inbound,
  outbound,
  public_key,
} from '../../support/receipts/telnyx-calls';
import { SETTINGS } from '../../support/settings';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';
import { type TestApplication, makeApplication, newPhone } from '../../support/application';

const TOKEN = 'tw-auth-token-0123456789abcdef';

let stack: Stack;
let twilio: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
/** Path of the callback address. */
let path: string;
let shown: { id: string; receipts_url: string };

beforeAll(async () => {
  [stack, twilio, hook] = await Promise.all([
    startStack(),
    startTwilio(`${ACCOUNT_SID}:${TOKEN}`),
    startWebhookReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), twilio.close(), hook.stop()]);
});
beforeEach(async () => {
  app = await makeApplication(stack);
  const added = await stack.admin.post<{ integration: typeof shown }>(`${app.path}/integrations`, {
    channel: 'sms',
    provider: 'twilio',
    settings: { account_sid: ACCOUNT_SID, auth_token: TOKEN, base_url: twilio.url },
    check: false,
  });
  shown = added.body.integration;
  path = `/receipts/twilio/${shown.id}`;
  await app.production.post('/v1/webhooks', { url: hook.url });
});

/** Calls us as Twilio does, through a proxy that Twilio knows by `PUBLIC_URL`. */
async function call(fields: Record<string, string>, query = '', token = TOKEN): Promise<number> {
  const body = new URLSearchParams({ MessageSid: `SM${'0f'.repeat(16)}`, ...fields });
  const signed = [...body.keys()].sort().map((name) => name + body.get(name));
  const signature = createHmac('sha1', token)
    .update(`${SETTINGS.PUBLIC_URL}${path}${query}${signed.join('')}`)
    .digest('base64');
  const headers = { 'x-twilio-signature': signature };
  return (await fetch(stack.production.baseUrl + path + query, { method: 'POST', headers, body })).status;
}

/** An SMS that Twilio has taken, and the query of the callback address that it was given. */
async function sent() {
  const to = newPhone();
  const id = await app.production.send('ping/sms', { to });
  await untilEnded(app.production, id);
  const request = twilio.requests.find(({ body }) => new URLSearchParams(body).get('To') === to);
  const address = new URLSearchParams(request?.body).get('StatusCallback') ?? '';
  return { to, id, address, query: new URL(address).search };
}

const say = (from: string, word: string): Promise<number> =>
  call({ SmsStatus: 'received', From: from, To: '+15005550006', Body: word });
const errorOf = async (to: string, environment: 'production' | 'sandbox') => {
  const id = await app[environment].send('ping/sms', { to });
  return (await untilEnded(app[environment], id)).messages[0]?.error ?? null;
};

test('an integration shows where its provider reports to, and each message names that address', async () => {
  expect(shown.receipts_url).toBe(SETTINGS.PUBLIC_URL + path);
  for (const where of ['', `/${shown.id}`]) {
    const { body } = await stack.admin.get(`${app.path}/integrations${where}`);
    expect(JSON.stringify(body)).toContain(`"receipts_url":"${shown.receipts_url}"`);
  }
  const { id, address } = await sent();
  const stored = await stack.store.notifications.get(id);
  const [message] = stored?.messages ?? [];
  const ids = `notification_id=${id}&message_id=${message?.id}&attempt_id=${message?.attempts[0]?.id}`;
  expect(address).toBe(`${SETTINGS.PUBLIC_URL}${path}?${ids}`);
});

test('RECEIPT-5: a failure of a superseded attempt changes nothing, a success of it counts', async () => {
  const telnyx = await startTelnyx(API_KEY);
  const settings = { api_key: API_KEY, base_url: `${telnyx.url}/v2`, public_key };
  const added = await stack.admin.post<{ integration: typeof shown }>(`${app.path}/integrations`, {
    ...{ channel: 'sms', provider: 'telnyx', settings, check: false },
  });
  expect(added.status).toBe(201);
  const changes = { delivered_channels: ['email', 'sms'] };
  expect((await stack.admin.request('PATCH', app.path, changes)).status).toBe(200);
  // Twilio has taken the message each time, and its answers were lost.
  const [other, to] = [newPhone(), newPhone()];
  twilio.next.push('reset', 'reset', 'reset');
  const id = await app.production.send('ping/sms', { to });
  await untilEnded(app.production, id);
  expect(telnyx.violations).toEqual([]);
  const queries = twilio.requests
    .map(({ body }) => new URLSearchParams(body))
    .filter((fields) => fields.get('To') === to)
    .map((fields) => new URL(fields.get('StatusCallback') ?? '').search);
  expect(new Set(queries).size).toBe(3);
  const statusOf = async () => (await app.production.notification(id)).messages[0]?.status;

  const undelivered = { MessageStatus: 'undelivered', ErrorCode: '30008' };
  expect(await call(undelivered, queries[0])).toBe(200);
  expect(await statusOf()).toBe('sent');
  // A message of an older release: its callback does not name the attempt.
  const withoutAttempt = queries[1]?.replace(/&attempt_id=[^&]*/, '');
  expect(await call(undelivered, withoutAttempt)).toBe(200);
  expect(await statusOf()).toBe('sent');
  expect(await call({ MessageStatus: 'delivered' }, queries[2])).toBe(200);
  expect(await statusOf()).toBe('delivered');
  // The copy that was delivered decides now.
  const { webhook_url } = telnyx.requests[0]?.json as { webhook_url: string };
  const failed = outbound('delivery_failed', {
    webhook_url,
    to: [{ phone_number: to, status: 'delivery_failed' }],
  });
  const { headers, body } = telnyxCall(bodyOf({ event_type: 'message.finalized', payload: failed }), {
    at: Math.floor(Date.now() / 1000),
  });
  const url = `${stack.production.baseUrl}/receipts/telnyx/${added.body.integration.id}`;
  expect((await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200);
  expect(await call(undelivered, queries[0])).toBe(200);
  expect(await statusOf()).toBe('delivered');

  await app.production.send('ping/sms', { to: other });
  await eventually('the events', () => hook.of(id).length > 1);
  // Each event has a workflow, so the second may arrive first.
  const told = hook.of(id).map((one) => one.body.event);
  expect(told.sort()).toEqual(['delivery.delivered', 'delivery.sent']);
  expect(await call(undelivered, queries[2])).toBe(200);
  expect(await statusOf()).toBe('failed');
  await telnyx.close();
});

test('WEBHOOK-17: delivery of an SMS is told where the application asks for it, and else shown alone', async () => {
  const silent = await sent();
  expect(await call({ MessageStatus: 'delivered' }, silent.query)).toBe(200);
  expect(await app.production.notification(silent.id)).toMatchObject({ messages: [{ status: 'delivered' }] });
  const changes = { delivered_channels: ['email', 'sms'] };
  expect((await stack.admin.request('PATCH', app.path, changes)).status).toBe(200);
  const told = await sent();
  expect(await call({ MessageStatus: 'delivered' }, told.query)).toBe(200);
  const eventsOf = (id: string) => hook.of(id).map(({ body }) => body.event);
  await eventually('the event', () => eventsOf(told.id).includes('delivery.delivered'));
  expect(eventsOf(silent.id)).toEqual(['delivery.sent']);
});

test('RECEIPT-4: STOP suppresses the number in both environments, and START takes that back', async () => {
  const to = newPhone();
  expect(await say(to, 'Stop')).toBe(200);
  for (const environment of ['production', 'sandbox'] as const) {
    expect(await errorOf(to, environment)).toMatch(/^SUPPRESSED: .*opted out/);
  }
  expect(twilio.requests.filter(({ body }) => new URLSearchParams(body).get('To') === to)).toEqual([]);
  expect(await say(to, 'START')).toBe(200);
  for (const environment of ['production', 'sandbox'] as const) {
    expect(await errorOf(to, environment)).toBeNull();
  }
});

test('a START that comes late lifts no newer STOP, nor does a late STOP undo a newer START', async () => {
  const added = await stack.admin.post<{ integration: typeof shown }>(`${app.path}/integrations`, {
    channel: 'sms',
    provider: 'telnyx',
    settings: { api_key: API_KEY, public_key },
    check: false,
  });
  const [stopped, started] = [newPhone(), newPhone()];
  const tell = async (from: string, word: string, minutesAgo: number) => {
    const payload = inbound(word, { from: { phone_number: from } });
    const occurred_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const { headers, body } = telnyxCall(bodyOf({ event_type: 'message.received', payload, occurred_at }), {
      at: Math.floor(Date.now() / 1000),
    });
    const url = `${stack.production.baseUrl}/receipts/telnyx/${added.body.integration.id}`;
    expect((await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200);
  };
  await tell(stopped, 'STOP', 10);
  await tell(stopped, 'START', 20);
  expect(await errorOf(stopped, 'production')).toMatch(/^SUPPRESSED: .*opted out/);
  await tell(started, 'START', 10);
  await tell(started, 'STOP', 20);
  expect(await errorOf(started, 'production')).toBeNull();
});

test('a STOP comes from a number as the network writes it, and a send names it in either form', async () => {
  const digits = newPhone().slice(-7);
  for (const [given, written] of [
    [`+521551${digits}`, `+52551${digits}`],
    [`+52552${digits}`, `+521552${digits}`],
    [`+551198${digits}`, `+55118${digits}`],
    [`+54299${digits}`, `+549299${digits}`],
  ] as const) {
    expect(await say(written, 'Stop.')).toBe(200);
    expect(await errorOf(given, 'production')).toMatch(/^SUPPRESSED: .*opted out/);
    expect(await say(given, 'START')).toBe(200);
    expect(await errorOf(written, 'production')).toBeNull();
  }
});

test('START lifts no suppression of another reason', async () => {
  const to = newPhone();
  const suppression = { environment: 'production', channel: 'sms', address: to };
  expect((await stack.admin.post(`${app.path}/suppressions`, suppression)).status).toBe(201);
  await say(to, 'STOP');
  await say(to, 'START');
  expect(await errorOf(to, 'production')).toMatch(/^SUPPRESSED: .*an operator/);
});

test('a callback that is refused is in the log with what to set, without the address', async () => {
  const to = newPhone();
  expect(await call({ SmsStatus: 'received', From: to, Body: 'STOP' }, '', 'another-token')).toBe(401);
  const line = await eventually('the line in the log', () =>
    stack.api
      .output()
      .split('\n')
      .findLast((one) => one.includes(shown.id) && one.includes('a callback is refused')),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    integrationId: shown.id,
    provider: 'twilio',
    reason: expect.stringContaining('auth_token'),
    msg: 'a callback is refused',
  });
  expect(line).not.toContain(to);
  expect(await errorOf(to, 'production')).toBeNull();
});
