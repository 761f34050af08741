import { dieInRequest, killWorkerAt } from '../support/dying-processes';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { ApiServer } from '../support/providers/api-server';
import { startPostmark } from '../support/providers/postmark-server';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import type { WebhookReceiver } from '../support/webhook-receiver';
import { startWebhookReceiver } from '../support/webhook-receiver';
import type { TestApplication } from '../support/application';
import { makeApplication, newEmail, PING } from '../support/application';
import type { PostmarkAccount } from '../support/postmark-account';
import { addPostmark } from '../support/postmark-account';

const WAITING = `
channels: [email]
templates: { email: { en: { subject: Hello, text: Hello } } }
sequence: [{ send: { name: hello } }, { if: { delivered: hello, within: 1h }, then: [{ end: true }] }]
`;

let stack: Stack;
let postmark: ApiServer;
let hook: WebhookReceiver;
let app: TestApplication;
let account: PostmarkAccount;
let endpoint: string;
beforeAll(async () => {
  [stack, postmark, hook] = await Promise.all([
    startStack({ sweeps: true }),
    startPostmark(),
    startWebhookReceiver(),
  ]);
  app = await makeApplication(stack, { 'ping.yaml': PING, 'waiting.yaml': WAITING });
  account = await addPostmark(stack, app, postmark);
  const made = await app.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', { url: hook.url });
  endpoint = `/v1/webhooks/${made.body.webhook.uuid}`;
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close(), hook.stop()]);
});

const eventsOf = (id: string): string[] => hook.of(id).map(({ body }) => body.event);

test('a worker that dies when an endpoint has answered tells it the same once more, and then no more', async () => {
  let id = '';
  await killWorkerAt(stack, 'webhook-answered', async () => {
    id = await app.production.send('ping', { to: newEmail() });
  });
  await stack.startWorker();
  await eventually('the second time', () => hook.of(id).length === 2, 60_000);
  const [first, second] = hook.of(id);
  expect(second?.raw).toBe(first?.raw);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const eventId = String(first?.headers['webhook-id']);
  const event = await eventually('it to be recorded', async () => {
    const found = await stack.store.webhookDeliveries.get(eventId);
    return found?.status === 'delivered' && found;
  });
  expect(event.attempts).toHaveLength(1);
  // The list of what must be told is written after that: a crash in between costs one more look.
  await eventually('nothing to be left to tell', async () => {
    return ((await stack.store.notifications.get(id))?.untold ?? []).length === 0;
  });
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
}, 120_000);

test('a redelivery whose API died after its mark is made by the sweep, once', async () => {
  const id = await app.production.send('ping', { to: newEmail() });
  await eventually('the event', () => hook.of(id)[0]);
  const eventId = String(hook.of(id)[0]?.headers['webhook-id']);
  await eventually('it to be over', async () => {
    return (await stack.store.webhookDeliveries.get(eventId))?.status === 'delivered';
  });
  await dieInRequest(stack, 'redelivery-marked', (baseUrl) =>
    app.production.at(baseUrl).post(`${endpoint}/events/${eventId}/redeliver`, {}),
  );
  await eventually('the redelivery', () => hook.of(id).length === 2, 30_000);
  const again = await app.production.post<{ redelivered: boolean }>(
    `${endpoint}/events/${eventId}/redeliver`,
    {},
  );
  // It is over or not by now; either way there is one workflow of it.
  const expected = again.body.redelivered ? 3 : 2;
  await eventually('it to be over again', async () => {
    return (await stack.store.webhookDeliveries.get(eventId))?.status === 'delivered';
  });
  expect(hook.of(id)).toHaveLength(expected);
  const stored = await stack.store.webhookDeliveries.get(eventId);
  expect(stored?.redelivery?.by).toBe('owner');
  expect(stored?.dueAt).toBeUndefined();
}, 90_000);

describe('a receipt whose API died before it answered, and which the provider therefore repeats,', () => {
  const sent = async (event: string) => {
    const to = newEmail();
    const id = await app.production.send(event, { to });
    const message = await eventually('it to be handed over', async () => {
      const [found] = (await app.production.notification(id)).messages;
      return found?.status === 'sent' && found;
    });
    await eventually('that to be told', () => eventsOf(id).includes('delivery.sent'));
    return { to, id, Metadata: { notification_id: id, message_id: message.id } };
  };

  test('has its address suppressed, moves its message and is told, once', async () => {
    const { to, id, Metadata } = await sent('ping');
    const bounce = {
      ...{ RecordType: 'Bounce', Type: 'HardBounce', TypeCode: 1, Email: to, MessageID: 'pm-1', Metadata },
      ...{ BouncedAt: new Date().toISOString(), Details: 'smtp;550 5.1.1 user unknown' },
    };
    await dieInRequest(stack, 'receipt-suppressed', (baseUrl) => account.call(bounce, baseUrl));
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('sent');
    // What it did before it died holds: nothing more goes to this address.
    const next = await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(next.messages[0]?.error).toMatch(/^SUPPRESSED/);
    expect(await account.call(bounce)).toBe(200);
    expect((await app.production.notification(id)).messages[0]?.status).toBe('failed');
    await eventually('the event', () => eventsOf(id).includes('delivery.bounced'));
    expect(eventsOf(id).sort()).toEqual(['delivery.bounced', 'delivery.sent']);
  }, 60_000);

  test('is told and wakes the step that waits for it, though it moves nothing any more', async () => {
    const { to, id, Metadata } = await sent('waiting');
    await eventually('it to wait', async () => (await stack.store.notifications.get(id))?.waitsFor);
    const delivery = {
      ...{ RecordType: 'Delivery', Recipient: to, DeliveredAt: new Date().toISOString() },
      ...{ MessageID: 'pm-1', Metadata },
    };
    await dieInRequest(stack, 'receipt-applied', (baseUrl) => account.call(delivery, baseUrl));
    expect(await app.production.notification(id)).toMatchObject({
      ...{ status: 'waiting', messages: [{ status: 'delivered' }] },
    });
    expect(eventsOf(id)).toEqual(['delivery.sent']);
    for (let time = 0; time < 3; time += 1) expect(await account.call(delivery)).toBe(200);
    expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
    await eventually('the event', () => eventsOf(id).includes('delivery.delivered'));
    expect(eventsOf(id).sort()).toEqual(['delivery.delivered', 'delivery.sent']);
  }, 60_000);
});
