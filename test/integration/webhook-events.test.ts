import { randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { verifyWebhook } from '../../client/src/index';
import { webhookWorkflowId } from '../../workflows/contract';
import { eventually } from '../support/eventually';
import type { Answer, HttpApi } from '../support/http-api';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import type { ReceivedWebhook, WebhookReceiver } from '../support/webhook-receiver';
import { startWebhookReceiver } from '../support/webhook-receiver';
import type { TestApplication } from './api-support';
import { ended, expectRefusal, makeApplication, newEmail } from './api-support';

interface Attempt {
  id: string;
  at: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  url: string;
  headers: Record<string, string>;
  answer?: string | null;
}
interface Event {
  id: string;
  type: string;
  status: string;
  notification_id: string | null;
  test: boolean;
  created_at: string;
  redelivered_at: string | null;
  redelivered_by: string | null;
  attempt_count: number;
  last_attempt: Attempt | null;
  body: string;
  attempts: Attempt[];
}
interface Events {
  events: Event[];
  next: string | null;
  webhook: { is_active: boolean; failing_since: string | null; switched_off_at: string | null };
}

let stack: Stack;
let app: TestApplication;
let receiver: WebhookReceiver;
let path: string;
let admin: string;
let secret: string;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());
// Each test has an application with an endpoint of its own.
beforeEach(async () => {
  [app, receiver] = await Promise.all([makeApplication(stack), startWebhookReceiver()]);
  admin = `${app.path}/webhooks/production`;
  const made = await app.production.post<{ webhook: { uuid: string; signing_secret: string } }>(
    '/v1/webhooks',
    { url: receiver.url },
  );
  path = `/v1/webhooks/${made.body.webhook.uuid}`;
  secret = made.body.webhook.signing_secret;
});
afterEach(() => receiver.stop());

const list = async (query = '', api: HttpApi = app.production, at = path): Promise<Events> => {
  const answer = await api.get<Events>(`${at}/events${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const read = async (id: string, api: HttpApi = app.production, at = path): Promise<Event> =>
  (await api.get<{ event: Event }>(`${at}/events/${id}`)).body.event;
const redeliver = (id: string): Promise<Answer<{ redelivered: boolean; event: Event }>> =>
  app.production.post(`${path}/events/${id}/redeliver`, {});
const sendTest = (body: unknown, api: HttpApi = app.production, at = path) =>
  api.post<{ event: Event }>(`${at}/test`, body);
const change = (body: unknown): Promise<Answer> => app.production.request('PATCH', path, body);

/** Sends, and gives the event once it is over. */
async function tell(): Promise<Event> {
  const id = await app.production.send('ping', { to: newEmail() });
  await ended(app.production, id);
  return eventually('the event to be over', async () => {
    const found = (await list()).events.find(({ notification_id }) => notification_id === id);
    return found && found.status !== 'pending' && found;
  });
}
const settled = (id: string, status: string): Promise<Event> =>
  eventually(`the event to be ${status}`, async () => {
    const event = await read(id);
    return event.status === status && event;
  });

/** What each library, as it is published, and our client make of a request with this secret. */
function readers({ headers, raw }: ReceivedWebhook, key: string): boolean[] {
  const given = headers as Record<string, string>;
  return [
    () => new StandardWebhook(key).verify(raw, given),
    () => new SvixWebhook(key).verify(raw, given),
    () => verifyWebhook(raw, given, key),
  ].map((verify) => {
    try {
      expect(verify()).toEqual(JSON.parse(raw));
      return true;
    } catch {
      return false;
    }
  });
}
const ALL = [true, true, true];
const NONE = [false, false, false];

test('a webhook is verified by the libraries of Standard Webhooks and Svix as they are, and by our client', async () => {
  await tell();
  const [webhook] = receiver.received;
  expect(readers(webhook!, secret)).toEqual(ALL);
  expect(readers(webhook!, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toEqual(NONE);
  expect(
    readers({ ...webhook!, raw: webhook!.raw.replace('delivery.sent', 'delivery.cent') }, secret),
  ).toEqual(NONE);
});

describe('the events of an endpoint', () => {
  test('are listed newest first, in pages and by status, for the owner and for operators', async () => {
    const first = await tell();
    receiver.status = 400;
    const [second, third] = [await tell(), await tell()];
    expect((await list()).events.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    expect((await list('?status=failed')).events).toEqual([third, second]);
    const one = await list('?limit=2');
    const two = await list(`?limit=2&after=${one.next}`);
    expect([one.events, two.events].map((events) => events.map(({ id }) => id))).toEqual([
      [third.id, second.id],
      [first.id],
    ]);
    expect(two.next).toBeNull();
    expect((await list('', stack.admin, admin)).events).toEqual((await list()).events);
    expect(first).toMatchObject({
      type: 'delivery.sent',
      status: 'delivered',
      test: false,
      attempt_count: 1,
    });
    expect(second.last_attempt).toMatchObject({ status: 400, error: 'The endpoint answered 400.' });
  });

  test('are shown with the request as it was sent; the answer is shown to operators alone', async () => {
    receiver.status = 400;
    const { id } = await tell();
    const [{ raw, headers }] = receiver.received as [ReceivedWebhook];
    const event = await read(id);
    expect(event.body).toBe(raw);
    const [attempt] = event.attempts;
    expect(attempt).toMatchObject({ status: 400, url: receiver.url, duration_ms: expect.any(Number) });
    for (const [name, value] of Object.entries(attempt!.headers))
      expect({ name, value }).toEqual({ name, value: headers[name.toLowerCase()] });
    expect(Object.keys(attempt!.headers)).toEqual(
      expect.arrayContaining(['X-Service-Signature', 'webhook-signature', 'Content-Type']),
    );
    expect(attempt!.headers['webhook-id']).toBe(id);
    expect(attempt!.headers['X-Service-Webhook-Id']).toBe(attempt!.id);
    expect(attempt).not.toHaveProperty('answer');
    const [seen] = (await read(id, stack.admin, admin)).attempts;
    expect(seen).toMatchObject({ ...attempt, answer: 'ok' });
  });

  test('belong to one endpoint: another application sees none of them, and no id but theirs is found', async () => {
    const { id } = await tell();
    const stranger = await makeApplication(stack);
    for (const suffix of ['/events', `/events/${id}`]) {
      const answer = await stranger.production.get(path + suffix);
      expectRefusal(answer, 404, 'WEBHOOK_NOT_FOUND');
      expectRefusal(await app.sandbox.get(path + suffix), 404, 'WEBHOOK_NOT_FOUND');
    }
    for (const suffix of [`/events/${id}/redeliver`, '/redeliver', '/test'])
      expectRefusal(await stranger.production.post(path + suffix, {}), 404, 'WEBHOOK_NOT_FOUND');
    const made = await stranger.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', {
      url: receiver.url,
    });
    const own = `/v1/webhooks/${made.body.webhook.uuid}`;
    expectRefusal(await stranger.production.get(`${own}/events/${id}`), 404, 'WEBHOOK_EVENT_NOT_FOUND');
    const again = await stranger.production.post(`${own}/events/${id}/redeliver`, {});
    expectRefusal(again, 404, 'WEBHOOK_EVENT_NOT_FOUND');
    expectRefusal(await app.production.get(`${path}/events/${randomUUID()}`), 404, 'WEBHOOK_EVENT_NOT_FOUND');
  });

  test.each([
    ['GET', '/events?status=lost', undefined, 'status'],
    ['GET', '/events?limit=0', undefined, 'limit'],
    ['GET', '/events?limit=101', undefined, 'limit'],
    ['GET', '/events?after=nowhere', undefined, 'after'],
    ['GET', '/events?page=2', undefined, 'page'],
    ['POST', '/redeliver', {}, 'since'],
    ['POST', '/redeliver', { since: 'yesterday' }, 'since'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', limit: 101 }, 'limit'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', after: 'x' }, 'after'],
    ['POST', '/redeliver', { since: '2026-03-01T09:00:00Z', status: 'failed' }, 'status'],
    ['POST', '/test', { type: 'delivery.opened' }, 'type'],
    ['POST', '/test', { url: 'https://example.org' }, 'url'],
  ])('%s …%s with %j is 400 with field %s', async (method, suffix, body, field) => {
    const answer = await app.production.request(method, path + suffix, body);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
  });
});

describe('a redelivery', () => {
  test('has the same body and webhook-id, a new attempt id and a fresh signature, also of an event that was taken', async () => {
    const { id } = await tell();
    // So that the second of the timestamp is another.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { body } = await redeliver(id);
    expect(body).toMatchObject({
      redelivered: true,
      event: { id, redelivered_by: 'owner', redelivered_at: expect.stringMatching(/Z$/) },
    });
    const second = await eventually('the redelivery', () => receiver.received[1]);
    const first = receiver.received[0]!;
    expect(second.raw).toBe(first.raw);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expect(second.headers['x-service-webhook-id']).not.toBe(first.headers['x-service-webhook-id']);
    expect(readers(second, secret)).toEqual(ALL);
    expect((await settled(id, 'delivered')).attempts).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test('is retried as the first delivery was', async () => {
    receiver.status = 400;
    const { id } = await tell();
    receiver.status = 503;
    await redeliver(id);
    await eventually('the first attempt at it', () => receiver.received[1]);
    receiver.status = 200;
    const third = await eventually('its retry', () => receiver.received[2], 20_000);
    expect(third.at.getTime() - receiver.received[1]!.at.getTime()).toBeGreaterThan(8900);
    expect((await settled(id, 'delivered')).attempts.map(({ status }) => status)).toEqual([400, 503, 200]);
  });

  test('asked for twenty times at once is one', async () => {
    receiver.status = 400;
    const { id } = await tell();
    // So that it is under way for ten seconds.
    receiver.status = 503;
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeliver(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.filter(({ body }) => body.redelivered)).toHaveLength(1);
    const { attempts } = await eventually('its attempt', async () => {
      const event = await read(id);
      return event.attempts.length > 1 && event;
    });
    expect(attempts.map(({ status }) => status)).toEqual([400, 503]);
    expect(receiver.received).toHaveLength(2);
  });

  test('of all that failed since a time passes over what was taken, in pages, and a repeat of it finds nothing', async () => {
    const taken = await tell();
    receiver.status = 400;
    const failed = [await tell(), await tell(), await tell()];
    receiver.status = 200;
    await sendTest({});
    const since = failed[0]!.created_at;
    const before = receiver.received.length;
    const pages = [];
    let after: string | null | undefined;
    do {
      const { body } = await app.production.post<{ redelivered: number; next: string | null }>(
        `${path}/redeliver`,
        { since, limit: 2, ...(after && { after }) },
      );
      pages.push(body.redelivered);
      after = body.next;
    } while (after);
    expect(pages).toEqual([2, 1]);
    for (const { id } of failed) await settled(id, 'delivered');
    const again = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    expect(again.sort()).toEqual(failed.map(({ id }) => id).sort());
    expect(again).not.toContain(taken.id);
    const repeat = await app.production.post(`${path}/redeliver`, { since });
    expect(repeat.body).toEqual({ success: true, redelivered: 0, next: null });
    // Of a later time there was nothing.
    receiver.status = 400;
    const late = await tell();
    const none = await app.production.post(`${path}/redeliver`, { since, until: late.created_at });
    expect(none.body).toMatchObject({ redelivered: 0 });
  });

  test('works when what the notification said is no longer kept, and says what was said first', async () => {
    receiver.status = 400;
    const { id, notification_id } = await tell();
    const { connection } = stack;
    await connection.mongoose
      .collection<{ _id: string }>('notifications')
      .updateOne(
        { _id: notification_id! },
        { $set: { contentRemoved: true, payload: null, overrides: null, 'messages.0.rendered': null } },
      );
    receiver.status = 200;
    await redeliver(id);
    await settled(id, 'delivered');
    expect(receiver.received[1]!.raw).toBe(receiver.received[0]!.raw);
  });

  test('whose start was lost is made by the sweep', async () => {
    receiver.status = 400;
    const { id } = await tell();
    receiver.status = 200;
    const { endpointId } = (await stack.store.webhookDeliveries.get(id))!;
    const { scope } = (await stack.store.webhooks.get(endpointId))!;
    // What an API that dies right after its update leaves.
    await stack.store.webhookEvents.redeliver(id, { endpointId, scope, by: 'owner', at: new Date() });
    await eventually('the sweep to tell it', () => receiver.received[1], 30_000);
    const { redelivery } = (await stack.store.webhookDeliveries.get(id))!;
    expect(redelivery?.by).toBe('owner');
    await settled(id, 'delivered');
    expect((await stack.store.webhookDeliveries.get(id))?.dueAt).toBeUndefined();
    await stack.temporal.workflow.getHandle(webhookWorkflowId(id)).result();
  });

  test('to an endpoint that is off is 409, and one that was dropped meanwhile is redelivered when it is on again', async () => {
    receiver.status = 400;
    const { id, created_at } = await tell();
    await change({ is_active: false });
    expectRefusal(await redeliver(id), 409, 'WEBHOOK_INACTIVE');
    expectRefusal(
      await app.production.post(`${path}/redeliver`, { since: created_at }),
      409,
      'WEBHOOK_INACTIVE',
    );
    expect((await read(id)).status).toBe('failed');
    await change({ is_active: true });
    const { attempts: _made, dueAt: _due, ...delivery } = (await stack.store.webhookDeliveries.get(id))!;
    await stack.store.webhookDeliveries.record({ ...delivery, status: 'dropped' }, null);
    receiver.status = 200;
    expect((await app.production.post(`${path}/redeliver`, { since: created_at })).body).toMatchObject({
      redelivered: 1,
    });
    await settled(id, 'delivered');
  });

  test('by an operator says so', async () => {
    const { id } = await tell();
    const answer = await stack.admin.post(`${admin}/events/${id}/redeliver`, {});
    expect(answer.body).toMatchObject({ redelivered: true, event: { redelivered_by: 'operator' } });
    await eventually('the redelivery', () => receiver.received[1]);
  });
});

describe('a test event', () => {
  test.each([
    ['delivery.sent', null],
    ['delivery.delivered', null],
    ['delivery.failed', { code: 'REJECTED', message: expect.stringMatching(/test/) }],
    ['delivery.bounced', { code: 'HARD_BOUNCE', message: expect.stringMatching(/test/) }],
    ['delivery.complained', null],
  ])('of type %s is signed and known as one, and its outcome is the answer', async (type, error) => {
    const { body } = await sendTest(type === 'delivery.sent' ? {} : { type });
    const [webhook] = receiver.received as [ReceivedWebhook];
    expect(readers(webhook, secret)).toEqual(ALL);
    expect(webhook.body).toMatchObject({
      event: type,
      delivery: { event_name: 'webhook.test', status: type.split('.')[1], error },
    });
    expect(body.event).toMatchObject({
      ...{ type, status: 'delivered', test: true, notification_id: null, body: webhook.raw },
      attempts: [{ status: 200, error: null }],
    });
    expect(body.event.id).toBe(webhook.headers['webhook-id']);
    expect((await list()).events).toMatchObject([{ id: body.event.id, test: true }]);
  });

  test('that fails is not tried again', async () => {
    receiver.status = 503;
    const { body } = await sendTest({});
    expect(body.event).toMatchObject({ status: 'failed', attempts: [{ status: 503 }] });
    await stack.temporal.workflow.getHandle(webhookWorkflowId(body.event.id)).result();
    expect(receiver.received).toHaveLength(1);
    expect((await list()).webhook.failing_since).toBeNull();
  });

  test('goes to an endpoint that is off, and shows operators the answer', async () => {
    await change({ is_active: false });
    const { body } = await sendTest({ type: 'delivery.bounced' }, stack.admin, admin);
    expect(body.event).toMatchObject({ status: 'delivered', attempts: [{ status: 200, answer: 'ok' }] });
  });
});

describe('a secret that is rotated', () => {
  const rotate = async () =>
    (
      await stack.admin.post<{
        signing_secret: string;
        previous_secret_until: string;
        earlier_rotation_cut_short: boolean;
      }>(`${admin}/rotate-secret`, {})
    ).body;
  const next = async (): Promise<ReceivedWebhook> => {
    await sendTest({});
    return receiver.received.at(-1)!;
  };

  test('signs beside the new one for 24 hours, and then no more', async () => {
    expect(String((await next()).headers['x-service-signature'])).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const rotated = await rotate();
    expect(rotated).toEqual({
      success: true,
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_until: expect.stringMatching(/Z$/),
      earlier_rotation_cut_short: false,
    });
    const left = new Date(rotated.previous_secret_until).getTime() - Date.now();
    expect(left).toBeGreaterThan(86_390_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
    const during = await next();
    expect(readers(during, secret)).toEqual(ALL);
    expect(readers(during, rotated.signing_secret)).toEqual(ALL);
    expect(String(during.headers['x-service-signature'])).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){2}$/);
    expect(String(during.headers['webhook-signature'])).toMatch(/^v1,\S+ v1,\S+$/);
    // It is shown once.
    for (const answer of [await app.production.get('/v1/webhooks'), await stack.admin.get(admin)])
      expect(JSON.stringify(answer.body)).not.toMatch(/whsec_/);
    expect((await stack.admin.get(admin)).body).toMatchObject({
      webhook: { previous_secret_until: rotated.previous_secret_until },
    });
    await stack.connection.mongoose
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: path.split('/').at(-1)! }, { $set: { 'previousSecret.until': new Date() } });
    const after = await next();
    expect(readers(after, secret)).toEqual(NONE);
    expect(readers(after, rotated.signing_secret)).toEqual(ALL);
    expect(String(after.headers['webhook-signature'])).toMatch(/^v1,\S+$/);
    expect((await stack.admin.get(admin)).body).toMatchObject({ webhook: { previous_secret_until: null } });
  });

  test('twice within 24 hours leaves two: the oldest falls out, and the answer says so', async () => {
    const [first, second] = [await rotate(), await rotate()];
    expect([first, second].map((one) => one.earlier_rotation_cut_short)).toEqual([false, true]);
    const webhook = await next();
    expect(readers(webhook, secret)).toEqual(NONE);
    for (const { signing_secret } of [first, second]) expect(readers(webhook, signing_secret)).toEqual(ALL);
  });

  test('by ten at once is a chain in which no secret is lost', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, rotate));
    const webhook = await next();
    const valid = all.filter(({ signing_secret }) => readers(webhook, signing_secret)[0]);
    expect(valid).toHaveLength(2);
  });

  test('is 404 where there is no endpoint', async () => {
    expectRefusal(
      await stack.admin.post(`${app.path}/webhooks/sandbox/rotate-secret`, {}),
      404,
      'WEBHOOK_NOT_FOUND',
    );
    expectRefusal(await stack.admin.get(`${app.path}/webhooks/nowhere`), 400, 'VALIDATION_ERROR', {
      field: 'environment',
    });
  });
});

test('the erasure of a contact removes what was sent of it, a redelivery under way included', async () => {
  receiver.status = 400;
  const to = newEmail();
  const id = await app.production.send('ping', { to });
  await ended(app.production, id);
  const event = await eventually('the event to fail', async () => {
    const [found] = (await list('?status=failed')).events;
    return found;
  });
  const tested = (await sendTest({})).body.event;
  receiver.status = 503;
  await redeliver(event.id);
  await eventually('its first attempt', async () => (await read(event.id)).attempts.length === 2);
  expect((await app.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`)).status).toBe(200);
  await eventually(
    'the event to be gone',
    async () => (await app.production.get(`${path}/events/${event.id}`)).status === 404,
    30_000,
  );
  expectRefusal(await redeliver(event.id), 404, 'WEBHOOK_EVENT_NOT_FOUND');
  // Its retries went with it; what belongs to nobody stays.
  const retries = stack.temporal.workflow.getHandle(webhookWorkflowId(event.id));
  await eventually('its workflow to be gone', () =>
    retries.describe().then(
      () => false,
      () => true,
    ),
  );
  expect((await list()).events.map((one) => one.id)).toEqual([tested.id]);
});
