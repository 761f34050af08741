import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type WebhookVerificationError,
  Heliograph,
  HeliographError,
  verifyWebhook,
} from '../../../client/src';
import { eventually } from '../../support/eventually';
import { type FlakyProxy, startFlakyProxy } from '../../support/flaky-proxy';
import { newAddress, untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { startWebhookReceiver } from '../../support/webhook-receiver';
import { makeKey } from '../../support/application';

/** A sequence that is in its WAIT for as long as a test needs. */
const PATIENT = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: email }, { wait: 1h }, { send: email }]
`;

let stack: Stack;
let client: Heliograph;
let proxy: FlakyProxy;

const clientOf = (options: Partial<ConstructorParameters<typeof Heliograph>[0]> = {}): Heliograph =>
  new Heliograph({ baseUrl: stack.production.baseUrl, apiKey: stack.production.key ?? '', ...options });

/** The error that a call ends with. */
const refusalOf = async (work: Promise<unknown>): Promise<HeliographError> => {
  const error = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof HeliographError) return error;
  throw error as Error;
};

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

beforeAll(async () => {
  stack = await startStack({ events: { 'patient.yaml': PATIENT } });
  client = clientOf();
  proxy = await startFlakyProxy(stack.production.baseUrl);
});
afterAll(async () => {
  await proxy?.stop();
  await stack?.stop();
});
beforeEach(() => {
  proxy.fates = [];
  proxy.seen = [];
});

test('a send, over a channel or none, is accepted and can be read', async () => {
  const to = newAddress();
  const accepted = await client.send('welcome', { to: { email: to, name: 'Ada Lovelace' }, payload: {} });
  expect(accepted).toEqual({ id: expect.any(String), event: 'welcome', status: 'accepted' });
  const notification = await eventually('the notification to end', async () => {
    const found = await client.notification(accepted.id);
    return found.completed_at !== null && found;
  });
  expect(notification).toMatchObject({ status: 'completed', contact: { email: to, name: 'Ada Lovelace' } });
  const forced = await client.sendTo('welcome', 'email', { to });
  expect(forced).toMatchObject({ status: 'accepted' });
});

test('a send to several tells what became of each', async () => {
  const { id, notifications } = await client.send('welcome', {
    to: [newAddress(), '+1', { email: newAddress() }],
  });
  expect(id).toEqual(expect.any(String));
  expect(notifications.map(({ status }) => status)).toEqual(['accepted', 'rejected', 'accepted']);
  expect(notifications[1]).toMatchObject({ id: null, code: 'VALIDATION_ERROR', field: 'to[1]' });
  expect((await client.batch(id)).notifications).toEqual(notifications);
});

test('a send that waits answers with the notification, even where the service takes longer than the timeout', async () => {
  const to = newAddress();
  stack.smtp.answer = (address) => (address === to ? sleep(2500).then(() => null) : null);
  const notification = await clientOf({ timeout: 1000 }).send('onboarding', { to }, { wait: 30 });
  expect(notification.messages[0]).toMatchObject({ channel: 'email', status: 'sent' });
});

test('a cancel answers how many it stopped', async () => {
  const to = newAddress();
  await client.send('patient', { to }, { wait: 10 });
  expect(await client.cancel('patient', to)).toBe(1);
  expect(await client.cancel('patient', { email: to })).toBe(0);
});

test('notifications are listed, and cancelled by id or reference', async () => {
  const to = newAddress();
  const [first, second] = [`first-${to}`, `second-${to}`];
  const metadata = { booking: to };
  const { id } = await client.send('patient', { to, reference: first, metadata }, { wait: 10 });
  await client.send('patient', { to, reference: second, metadata }, { wait: 10 });
  const listed = await allOf(client.notifications.all({ contact: to, metadata, limit: 1 }));
  expect(listed.map(({ reference }) => reference)).toEqual([second, first]);
  const { notifications, next } = await client.notifications.list({ reference: first });
  expect([notifications, next]).toEqual([[listed[1]], null]);
  const cancelled = await client.notifications.cancel(id);
  expect(cancelled).toMatchObject({ cancelled: true, notification: { id, status: 'stopped' } });
  expect(await refusalOf(client.notifications.retry(id))).toMatchObject({ status: 409 });
  expect([await client.notifications.followed(id), await client.notifications.followed(id)]).toMatchObject([
    { followed: true, notification: { id } },
    { followed: false, notification: { id } },
  ]);
  expect(await client.cancel('patient', to, { reference: first })).toBe(0);
  expect(await client.cancel('patient', to, { reference: second })).toBe(1);
});

test('a signal answers how many got it', async () => {
  expect(await client.signal('trial-ending', newAddress(), 'converted')).toBe(0);
  await expect(client.signal('welcome', newAddress(), 'converted')).rejects.toMatchObject({
    status: 400,
    field: 'signal',
  });
});

test('contacts are made, found, changed, listed and erased, by any identifier', async () => {
  const email = newAddress();
  const externalId = `user/${email.split('@')[0]}`;
  const name = 'Ada Lovelace';
  const made = await client.contacts.upsert({ email, name, external_id: externalId, plan: 'team' });
  expect(made).toMatchObject({ emailAddresses: [email], firstName: 'Ada', meta: { plan: 'team' } });
  for (const identifier of [email, externalId, made.uuid]) {
    expect(await client.contacts.get(identifier)).toEqual(made);
  }
  expect(await client.contacts.list({ search: externalId, limit: 10 })).toEqual({
    contacts: [made],
    total: 1,
    limit: 10,
    offset: 0,
  });
  expect((await client.contacts.list()).total).toBeGreaterThan(0);
  expect(await allOf(client.contacts.all({ search: externalId }))).toEqual([made]);
  expect(await client.contacts.pushTokens.add(email, 'a device')).toEqual(made);
  expect((await stack.store.contacts.get(made.uuid))?.pushTokens).toEqual(['a device']);
  expect(await client.contacts.pushTokens.remove(email, 'a device')).toEqual(made);
  expect((await stack.store.contacts.get(made.uuid))?.pushTokens).toEqual([]);
  expect(await client.contacts.update(email, { name: null })).toMatchObject({ name: null });
  await client.contacts.delete(made.uuid);
  expect(await refusalOf(client.contacts.get(email))).toMatchObject({
    status: 404,
    code: 'CONTACT_NOT_FOUND',
  });
});

test('topics, segments and preferences are made, read and removed', async () => {
  const { contacts, topics, segments } = client;
  const [email, other] = [newAddress(), newAddress()];
  const { uuid } = await contacts.upsert({ email, plan: 'client' });
  expect(await topics.put('client')).toMatchObject({ name: 'client', subscribers: 0 });
  const added = await topics.subscribe('client', [email, { email: other }, 'nobody']);
  expect(added).toMatchObject({ subscribed: 2, rejected: 1 });
  expect(await topics.unsubscribe('client', [other])).toMatchObject({ unsubscribed: 1 });
  const subscribed = await allOf(topics.subscriptions.all('client'));
  expect(subscribed.map(({ contact }) => contact.uuid)).toEqual([uuid]);
  expect((await topics.ofContact(email)).topics).toMatchObject([{ topic: 'client' }]);
  expect((await allOf(topics.all())).map(({ topic }) => topic)).toContain('client');

  const filter = { all: [{ value: 'contact.meta.plan', is: 'client' }, { topic: 'client' }] };
  expect(await segments.put('client', { filter })).toMatchObject({ contacts: 1, contacts_exact: true });
  expect(await segments.get('client')).toMatchObject({ segment: { segment: 'client' }, contacts: 1 });
  expect(await segments.count({ topic: 'client', exists: false })).toMatchObject({ contacts_exact: true });
  expect((await allOf(segments.contacts.all('client'))).map((contact) => contact.uuid)).toEqual([uuid]);
  expect((await allOf(segments.all())).map(({ segment }) => segment)).toContain('client');
  await segments.delete('client');
  await topics.delete('client');
  for (const gone of [segments.get('client'), topics.get('client')])
    expect(await refusalOf(gone)).toMatchObject({ status: 404 });

  expect(await contacts.preferences.update(email, { channels: { sms: false } })).toMatchObject({
    channels: { sms: false },
  });
  expect(await contacts.preferences.replace(email, {})).toMatchObject({ channels: {} });
  expect((await contacts.preferences.get(email)).entries).toEqual([]);
});

test('an identifier that a URL would swallow is refused before anything is sent', () => {
  for (const identifier of ['', '.', '..'])
    expect(() => client.contacts.get(identifier)).toThrow(/^identifier must not be/);
});

test('an error says what is wrong in fields for programs', async () => {
  const refused = await refusalOf(client.send('welcome', { to: '+12' }));
  expect(refused).toMatchObject({
    name: 'HeliographError',
    status: 400,
    code: 'VALIDATION_ERROR',
    field: 'to',
  });
  expect(refused.requestId).toMatch(/\S/);
  expect(refused.message).toMatch(/^POST http.*\/v1\/send\/welcome: to must be a phone number/);
  const missing = await refusalOf(client.sendTo('welcome', 'push', { to: newAddress() }));
  expect(missing).toMatchObject({ status: 400, code: 'TEMPLATE_MISSING', channel: 'push' });
  const unknown = await refusalOf(clientOf({ apiKey: 'live_nobody' }).webhooks.get());
  expect(unknown).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  expect(JSON.stringify([unknown, unknown.message, unknown.stack])).not.toContain('live_nobody');
});

test('a quota that is used up is told with its numbers', async () => {
  const application = `/admin/v1/applications/${stack.applicationId}`;
  try {
    await stack.admin.request('PATCH', application, { monthly_quota: 0 });
    const refused = await eventually('the quota to be seen', async () => {
      const error = await refusalOf(client.send('welcome', { to: newAddress() })).catch(() => null);
      return error?.status === 402 && error;
    });
    expect(refused).toMatchObject({ code: 'QUOTA_EXCEEDED', limit: 0, current: expect.any(Number) });
  } finally {
    await stack.admin.request('PATCH', application, { monthly_quota: 1_000_000 });
  }
  await eventually('the quota to be back', () =>
    client.send('welcome', { to: newAddress() }).catch(() => null),
  );
});

test('a send whose answer is lost is repeated under its key, and sends once', async () => {
  const to = newAddress();
  proxy.fates = ['cut', 'hang'];
  const flaky = clientOf({ baseUrl: `${proxy.url}/`, timeout: 3000, retries: 10 });
  const { id } = await flaky.send('welcome', { to });
  const keys = proxy.seen.map((headers) => headers['idempotency-key']);
  // More of them if a busy machine does not answer within the timeout.
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]));
  await untilEnded(stack.production, id);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  expect((await client.notification(id)).contact.email).toBe(to);
});

test('a send is repeated after a fault of the service and a page of a proxy, and sends once', async () => {
  const to = newAddress();
  proxy.fates = ['fault', 'bad gateway'];
  const { id } = await clientOf({ baseUrl: proxy.url }).send('welcome', { to });
  expect(new Set(proxy.seen.map((headers) => headers['idempotency-key'])).size).toBe(1);
  expect(proxy.seen).toHaveLength(3);
  await untilEnded(stack.production, id);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
});

test('BULK-7: a list is streamed and repeated with one key, unless it is a generator', async () => {
  const to = [newAddress(), newAddress()];
  const list = function* () {
    yield to[0] ?? '';
    yield '+1';
    yield { email: to[1] ?? '', name: 'Grace Hopper' };
  };
  proxy.fates = ['cut', 'answer', 'cut'];
  const flaky = clientOf({ baseUrl: proxy.url });
  const answer = await flaky.sendBulk('welcome', list, { payload: { plan: 'é' } }, { channel: 'email' });
  expect(answer).toMatchObject({ accepted: 2, rejected: 1, errors: [{ line: 2, field: 'to' }] });
  expect(new Set(proxy.seen.map((headers) => headers['idempotency-key'])).size).toBe(1);
  const failed = await refusalOf(flaky.sendBulk('welcome', list()));
  expect([failed.code, proxy.seen.length]).toEqual(['CONNECTION', 3]);
  const again = await client.sendBulk('welcome', [...list()], {}, { idempotencyKey: failed.idempotencyKey });
  expect(again).toMatchObject({ accepted: 2 });
  const id = (await client.batch(answer.batches[0]?.id ?? '')).notifications[2]?.id ?? '';
  await untilEnded(stack.production, id);
  // One of each call.
  await eventually('both mails', () => Promise.resolve(stack.smtp.mailsTo(to[1] ?? '').length === 2));
});

test('the error of a send has its key, with which a caller can repeat it', async () => {
  const to = newAddress();
  proxy.fates = ['bad gateway'];
  const once = clientOf({ baseUrl: proxy.url, retries: 0 });
  const failed = await refusalOf(once.send('welcome', { to }));
  expect(failed).toMatchObject({ status: 502, code: 'BAD_ANSWER' });
  expect(failed.idempotencyKey).toBe(proxy.seen[0]?.['idempotency-key']);
  const { id } = await once.send('welcome', { to }, { idempotencyKey: failed.idempotencyKey });
  await untilEnded(stack.production, id);
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  const refused = await refusalOf(client.send('welcome', { to: '+12' }, { idempotencyKey: 'mine' }));
  expect(refused).toMatchObject({ status: 400, idempotencyKey: 'mine' });
});

test('a pause that is too long is left to the caller, also as a date', async () => {
  proxy.fates = ['busy'];
  const busy = await refusalOf(clientOf({ baseUrl: proxy.url }).notification(randomUUID()));
  expect(busy).toMatchObject({ status: 503, code: 'BAD_ANSWER' });
  expect(Math.abs((busy.retryAfter ?? 0) - 3600)).toBeLessThan(60);
  expect(proxy.seen).toHaveLength(1);
});

test('two sends have two keys, and one key given by the caller sends once', async () => {
  const flaky = clientOf({ baseUrl: proxy.url });
  const body = { to: newAddress() };
  const [first, second] = [await flaky.send('welcome', body), await flaky.send('welcome', body)];
  expect(second.id).not.toBe(first.id);
  const idempotencyKey = `order-${body.to}`;
  const third = await flaky.send('welcome', body, { idempotencyKey });
  expect(await flaky.send('welcome', body, { idempotencyKey })).toEqual(third);
  const other = await refusalOf(flaky.send('welcome', { to: newAddress() }, { idempotencyKey }));
  expect(other).toMatchObject({ status: 409, code: 'IDEMPOTENCY_MISMATCH' });
});

test('without an answer a GET is repeated, and what might do something twice is not', async () => {
  const flaky = clientOf({ baseUrl: proxy.url });
  proxy.fates = ['cut', 'cut'];
  expect(await refusalOf(flaky.webhooks.get())).toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  expect(proxy.seen).toHaveLength(3);
  proxy.fates = ['cut'];
  const cut = await refusalOf(flaky.contacts.upsert({ email: newAddress() }));
  expect(cut).toMatchObject({ status: undefined, code: 'CONNECTION' });
  expect(proxy.seen).toHaveLength(4);
  proxy.fates = ['bad gateway'];
  const paged = await refusalOf(flaky.contacts.upsert({ email: newAddress() }));
  expect(paged).toMatchObject({ status: 502, code: 'BAD_ANSWER' });
  proxy.fates = ['fault'];
  await flaky.contacts.upsert({ email: newAddress() });
  expect(proxy.seen).toHaveLength(7);
  proxy.fates = ['hang'];
  const hung = await refusalOf(
    clientOf({ baseUrl: proxy.url, timeout: 1000 }).contacts.upsert({ email: newAddress() }),
  );
  expect(hung).toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('no answer within 1000 ms'),
  });
  expect(proxy.seen).toHaveLength(8);
});

test('retries end: the last failure is thrown', async () => {
  proxy.fates = ['cut', 'cut', 'cut', 'cut'];
  const refused = await refusalOf(
    clientOf({ baseUrl: proxy.url, retries: 1 }).send('welcome', { to: newAddress() }),
  );
  expect(refused.code).toBe('CONNECTION');
  expect(proxy.seen).toHaveLength(2);
});

test('over the rate limit a call waits as long as the service asks, and goes through', async () => {
  const { api_key: apiKey } = await makeKey(
    stack,
    `/admin/v1/applications/${stack.applicationId}`,
    'production',
    1,
  );
  const hurried = clientOf({ apiKey, retries: 0 });
  // A busy machine may answer them in as many seconds.
  const limited = await eventually('a refusal', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => hurried.webhooks.get()));
    const codes = results.map((result) => (result as PromiseRejectedResult).reason as HeliographError);
    return codes.find(({ status }) => status === 429);
  });
  expect(limited).toMatchObject({ code: 'RATE_LIMITED', limit: 1, retryAfter: 1 });
  const to = newAddress();
  expect(await clientOf({ apiKey, retries: 5 }).send('welcome', { to })).toMatchObject({
    status: 'accepted',
  });
});

test('an address that is not the service is told as such', async () => {
  const receiver = await startWebhookReceiver();
  const refused = await refusalOf(clientOf({ baseUrl: receiver.url }).send('welcome', { to: newAddress() }));
  await receiver.stop();
  expect(refused).toMatchObject({ status: 200, code: 'BAD_ANSWER' });
  const nowhere = await refusalOf(clientOf({ baseUrl: receiver.url, retries: 0 }).webhooks.get());
  expect(nowhere).toMatchObject({ code: 'CONNECTION', message: expect.stringContaining('ECONNREFUSED') });
});

test('a webhook of the service is verified, and nothing else is', async () => {
  const receiver = await startWebhookReceiver();
  const created = await client.webhooks.create({ url: receiver.url, description: 'Test' });
  const { signing_secret: secret, ...shown } = created;
  expect(await client.webhooks.get()).toEqual({ ...shown, updated_at: created.created_at });
  const { id } = await client.send('welcome', { to: newAddress() });
  const [received] = await eventually('the webhook', () => receiver.of(id).length > 0 && receiver.of(id));
  await receiver.stop();
  if (!received) throw new Error('there is no webhook');
  const { raw, headers } = received;

  const event = verifyWebhook(raw, headers, secret);
  expect(event).toMatchObject({
    event: 'delivery.sent',
    request_id: id,
    delivery: { status: 'sent', error: null },
  });
  const reasonOf = (work: () => unknown): string => {
    try {
      work();
      return 'none';
    } catch (error) {
      return (error as WebhookVerificationError).reason;
    }
  };
  const { 'x-service-signature': _signature, ...unsigned } = headers;
  const later = new Date(Date.now() + 400_000);
  expect(reasonOf(() => verifyWebhook(raw.replace('sent', 'Sent'), headers, secret))).toBe(
    'signature_mismatch',
  );
  expect(reasonOf(() => verifyWebhook(raw, headers, `${secret}x`))).toBe('signature_mismatch');
  expect(reasonOf(() => verifyWebhook(raw, headers, secret, { now: later }))).toBe(
    'timestamp_outside_tolerance',
  );
  expect(reasonOf(() => verifyWebhook(raw, unsigned, secret))).toBe('missing_header');
  expect(reasonOf(() => verifyWebhook(raw, headers, secret, { brand: 'Acme' }))).toBe('missing_header');

  // The receiver is gone: a test event fails, and is no event that a redelivery sends.
  const { events } = client.webhooks;
  const { id: testId } = await client.webhooks.test(created.uuid, 'delivery.bounced');
  const tested = await eventually('the outcome of the test', async () => {
    const found = await events.get(created.uuid, testId);
    return found.status !== 'pending' && found;
  });
  expect(tested).toMatchObject({ type: 'delivery.bounced', test: true, status: 'failed' });
  expect(await events.get(created.uuid, tested.id)).toEqual(tested);
  const page = await events.list(created.uuid, { limit: 1 });
  expect(page).toMatchObject({ events: [{ id: expect.any(String) }], webhook: { is_active: true } });
  const ids = (await allOf(events.all(created.uuid, { limit: 1 }))).map(({ id: eventId }) => eventId);
  const own = headers['webhook-id'] as string;
  expect(ids).toEqual(expect.arrayContaining([tested.id, own]));
  const since = event.timestamp;
  expect(await client.webhooks.redeliver(created.uuid, { since })).toBe(0);
  expect(await events.redeliver(created.uuid, own)).toBe(true);
  expect(await events.redeliver(created.uuid, own)).toBe(false);

  expect(await client.webhooks.update(created.uuid, { is_active: false })).toMatchObject({
    is_active: false,
  });
  await client.webhooks.delete(created.uuid);
  expect(await refusalOf(client.webhooks.get())).toMatchObject({ status: 404, code: 'WEBHOOK_NOT_FOUND' });
});

describe('clients that others have written', () => {
  test('may send X-Idempotency-Key', async () => {
    const body = { to: newAddress() };
    const headers = { 'X-Idempotency-Key': `other-${body.to}` };
    const first = await stack.production.post('/v1/send/welcome', body, headers);
    const second = await stack.production.post('/v1/send/welcome', body, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotent-replay')).toBe('true');
  });

  test('may say Content-Type: application/json on a GET or DELETE without a body', async () => {
    const email = newAddress();
    await client.contacts.upsert({ email });
    const json = { 'content-type': 'application/json' };
    const path = `/v1/contacts/${encodeURIComponent(email)}`;
    for (const method of ['GET', 'DELETE']) {
      const answer = await stack.production.request(method, path, undefined, json);
      expect({ method, status: answer.status }).toEqual({ method, status: 200 });
    }
  });

  test('may send an empty payload', async () => {
    const answer = await stack.production.post('/v1/send/welcome', { to: newAddress(), payload: {} });
    expect(answer.status).toBe(200);
  });
});
