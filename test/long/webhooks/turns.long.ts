import { setTimeout as sleep } from 'node:timers/promises';
import { eventIdOf } from '../../../core/shared/ids';
import type { WebhookEventType } from '../../../core/webhooks/event';
import { startWebhook } from '../../../temporal/workflow-calls';
import { webhookWorkflowId } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { type Answer, answers, hangs, stopHookServers } from '../../support/hook-servers';
import { pendingActivity } from '../../support/pending-activity';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, newEmail } from '../../support/application';
import { withHook } from '../../support/webhook-endpoint';

const PER_ENDPOINT = 2;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    env: { WORKER_MAX_WEBHOOKS: '5', WORKER_MAX_WEBHOOKS_PER_ENDPOINT: String(PER_ENDPOINT) },
  });
});
afterAll(async () => {
  await stopHookServers();
  await stack.stop();
});

const send = ({ production }: TestApplication): Promise<string> =>
  production.send('ping', { to: newEmail() });

/** The id of the one event that a notification raised. */
const eventOf = (id: string): Promise<string> =>
  eventually(
    `the event of ${id}`,
    async () => (await stack.store.notifications.get(id))?.messages[0]?.events[0]?.id,
  );

test('an endpoint that hangs has its share of requests in flight, and delays no notification and no other endpoint', async () => {
  const [dead, healthy] = await Promise.all([withHook(stack, hangs), withHook(stack, answers(200))]);
  const stuck = await Promise.all(Array.from({ length: 20 }, () => send(dead)));
  await eventually('the endpoint to hang', () => dead.hook.received.length >= PER_ENDPOINT);
  const ids = await Promise.all(Array.from({ length: 10 }, () => send(healthy)));
  await Promise.all([
    ...ids.map((id) => untilEnded(healthy.production, id)),
    ...stuck.map((id) => untilEnded(dead.production, id)),
  ]);
  await eventually('the webhooks of the other', () => ids.every((id) => healthy.hook.received.includes(id)));
  expect(dead.hook.mostOpen).toBe(PER_ENDPOINT);
});

test('an event that finds no room waits, which uses up no attempt', async () => {
  // On a busy machine the others may be over before it comes.
  const { eventId, waiting } = await eventually('an event beside those in flight', async () => {
    const slow = await withHook(stack, (_request, response, index) => {
      if (index < PER_ENDPOINT) setTimeout(() => response.end('late'), 9_000);
      else response.writeHead(500).end();
    });
    await Promise.all(Array.from({ length: PER_ENDPOINT }, () => send(slow)));
    await eventually('its requests', () => slow.hook.received.length === PER_ENDPOINT);
    await sleep(1_500); // so that it is known to be slow
    const eventId = await eventOf(await send(slow));
    const waiting = await eventually('it to wait', () => stack.store.webhookDeliveries.get(eventId));
    return waiting.attempts.length === 0 && { eventId, waiting };
  });
  expect(waiting).toMatchObject({ status: 'pending', attempts: [], queued: { dueAt: expect.any(Date) } });
  const { attempts, queued } = await eventually('the attempt', async () => {
    const found = await stack.store.webhookDeliveries.get(eventId);
    return found?.attempts[0]?.status === 500 && found;
  });
  expect(attempts).toHaveLength(1);
  // The interval of a first attempt.
  const waitMs = queued!.dueAt.getTime() - attempts[0]!.at.getTime();
  expect(waitMs).toBeGreaterThan(8_900);
  expect(waitMs).toBeLessThan(30_000);
});

test('a test event has its attempt soon while others wait for an endpoint that hangs', async () => {
  const dead = await withHook(stack, hangs);
  await Promise.all(Array.from({ length: 10 }, () => send(dead)));
  await eventually('the endpoint to hang', () => dead.hook.received.length >= PER_ENDPOINT);
  const { body } = await dead.production.get<{ webhook: { uuid: string } }>('/v1/webhooks');
  const path = `/v1/webhooks/${body.webhook.uuid}/test`;
  const tested = await dead.production.post<{ event: { id: string } }>(path, {});
  await eventually(
    'its attempt',
    async () => (await stack.store.webhookDeliveries.get(tested.body.event.id))?.status === 'failed',
  );
});

describe('an event of a message that has raised an earlier one', () => {
  /** A message that raised two events, the second of this age, and how to have each told. */
  async function twoEvents(answer: Answer, ageMs = 0) {
    const application = await withHook(stack, answer);
    await application.production.request('PATCH', await endpointPath(application), { is_active: false });
    const notificationId = await send(application);
    await untilEnded(application.production, notificationId);
    await application.production.request('PATCH', await endpointPath(application), { is_active: true });
    const notification = (await stack.store.notifications.get(notificationId))!;
    const endpoint = (await stack.store.webhooks.ofScope(notification))!;
    const events = (['delivery.sent', 'delivery.delivered'] as WebhookEventType[]).map((type) => ({
      id: eventIdOf(notification.messages[0]!.id, type),
      type,
      at: new Date(Date.now() - ageMs),
      endpointId: endpoint._id,
      byReceipt: true,
    }));
    await stack.connection.mongoose.collection<{ _id: string }>('notifications').updateOne(
      { _id: notificationId },
      {
        $set: { 'messages.0.events': events, untold: events.map(({ id }) => id), untoldSince: new Date() },
      },
    );
    const tell = (index: number): Promise<void> =>
      startWebhook(stack.temporal, stack.name, notification, {
        eventId: events[index]!.id,
        notificationId,
        attemptsMade: 0,
      });
    const attempts = async (index: number): Promise<number> =>
      (await stack.store.webhookDeliveries.get(events[index]!.id))?.attempts.length ?? 0;
    const states = async () => (await stack.store.notifications.get(notificationId))!.messages[0]!.events;
    return {
      ...{ ...application, tell, attempts, states, notificationId },
      workflowId: webhookWorkflowId(events[1]!.id),
    };
  }
  const endpointPath = async ({ production }: TestApplication): Promise<string> => {
    const { body } = await production.get<{ webhook: { uuid: string } }>('/v1/webhooks');
    return `/v1/webhooks/${body.webhook.uuid}`;
  };

  test('is told after it, although it came first', async () => {
    const types: unknown[] = [];
    const { tell, attempts, workflowId } = await twoEvents((request, response) => {
      types.push(request.headers['webhook-id']);
      response.end();
    });
    await tell(1);
    await eventually(
      'a turn-away',
      async () => (await pendingActivity(stack.temporal, workflowId))?.failure === 'ENDPOINT_BUSY',
    );
    expect(types).toEqual([]);
    await tell(0);
    // An attempt is counted before its request.
    await eventually('both', () => types.length === 2);
    expect(await attempts(1)).toBe(1);
    expect(types[1]).toBe(workflowId.slice('webhook-'.length));
  });

  test('joins the queue behind it, if that waits for the endpoint, and is told after it', async () => {
    const types: unknown[] = [];
    const { tell, states, notificationId, workflowId } = await twoEvents((request, response) => {
      types.push(request.headers['webhook-id']);
      response.end();
    });
    const [first, second] = await states();
    const endpointId = first!.endpointId;
    const later = new Date(Date.now() + 10_000);
    await stack.store.webhookQueue.add(
      {
        ...{ _id: first!.id, endpointId, notificationId, contactId: null },
        ...{ type: first!.type, body: '{"request_id":"first"}', createdAt: first!.at },
      },
      later,
    );
    await tell(1);
    await stack.temporal.workflow.getHandle(workflowId).result();
    expect(await stack.store.webhookDeliveries.get(second!.id)).toMatchObject({ attempts: [] });
    await eventually('both', () => types.length === 2);
    expect(types).toEqual([first!.id, second!.id]);
  });

  test('does not wait for its retries', async () => {
    let failing: unknown;
    const { tell, attempts, states } = await twoEvents((request, response) => {
      failing ??= request.headers['webhook-id'];
      response.writeHead(request.headers['webhook-id'] === failing ? 500 : 200).end();
    });
    await tell(0);
    await eventually('the first attempt', async () => (await attempts(0)) === 1);
    await tell(1);
    await eventually('the other', async () => (await attempts(1)) === 1);
    const [first] = await states();
    expect(await stack.store.webhookDeliveries.get(first!.id)).toMatchObject({ status: 'pending' });
  });

  test('is told after a minute where the earlier one was lost', async () => {
    const { tell, attempts } = await twoEvents(answers(200), 58_000);
    await tell(1);
    await eventually('it', async () => (await attempts(1)) === 1);
    expect(await attempts(0)).toBe(0);
  });
});
