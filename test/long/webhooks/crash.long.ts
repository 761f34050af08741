import { newEmail, type TestApplication, makeApplication } from '../../support/application';
import { dieInRequest, killWorkerAt } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { type WebhookReceiver, startWebhookReceiver } from '../../support/webhook-receiver';

let stack: Stack;
let hook: WebhookReceiver;
let app: TestApplication;
let endpoint: string;
beforeAll(async () => {
  [stack, hook] = await Promise.all([startStack({ sweeps: true }), startWebhookReceiver()]);
  app = await makeApplication(stack);
  const made = await app.production.post<{ webhook: { uuid: string } }>('/v1/webhooks', { url: hook.url });
  endpoint = `/v1/webhooks/${made.body.webhook.uuid}`;
});
afterAll(async () => {
  await Promise.all([stack.stop(), hook.stop()]);
});

test('WEBHOOK-30: a worker that dies when an endpoint has answered tells it the same once more, and then no more', async () => {
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
  // Both were made, so both are shown and count.
  expect(event.attempts).toMatchObject([
    { durationMs: null, status: null, error: expect.stringMatching(/^unrecorded/) },
    { durationMs: expect.any(Number), status: 200, error: null },
  ]);
  const ids = hook.of(id).map(({ headers }) => headers['x-service-webhook-id']);
  expect(event.attempts.map((attempt) => attempt.id)).toEqual(ids);
  // The list of what must be told is written after that: a crash in between costs one more look.
  await eventually('nothing to be left to tell', async () => {
    return ((await stack.store.notifications.get(id))?.untold ?? []).length === 0;
  });
  expect(await untilEnded(app.production, id)).toMatchObject({ status: 'completed' });
});

test('WEBHOOK-32: a redelivery whose API died after its mark is made by the sweep, once', async () => {
  const id = await app.production.send('ping', { to: newEmail() });
  await eventually('the event', () => hook.of(id)[0]);
  const eventId = String(hook.of(id)[0]?.headers['webhook-id']);
  await eventually('it to be over', async () => {
    return (await stack.store.webhookDeliveries.get(eventId))?.status === 'delivered';
  });
  await dieInRequest(stack, 'redelivery-marked', (baseUrl) =>
    app.production.at(baseUrl).post(`${endpoint}/events/${eventId}/redeliver`, {}),
  );
  await eventually('the redelivery', () => hook.of(id).length === 2);
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
});
