import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { eventIdOf } from '../../../core/shared/ids';
import { startWebhook, wakeEndpoint } from '../../../temporal/workflow-calls';
import { newEmail } from '../../support/application';
import { withHook } from '../../support/webhook-endpoint';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { answers, hangs, stopHookServers } from '../../support/hook-servers';
import { type Stack, startStack } from '../../support/stack';

/** Events of each endpoint; fewer on a machine that is shared. */
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 2000);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(async () => {
  await stopHookServers();
  await stack.stop();
});

test('the retries of an endpoint that fails come after 10, 40 and 160 s, and the next ones are due after 640 and 2,560 s', async () => {
  const times: number[] = [];
  const failing = await withHook(stack, (_request, response) => {
    times.push(performance.now());
    response.writeHead(500).end();
  });
  const id = await failing.production.send('ping', { to: newEmail() });
  const view = await untilEnded(failing.production, id);
  const eventId = eventIdOf(view.messages[0]?.id ?? '', 'delivery.sent');
  await eventually('three retries', () => times.length === 4, 260_000);
  const waited = async (attempts: number): Promise<number> => {
    const { queued, attempts: made } = await eventually(
      `the interval after attempt ${attempts}`,
      async () => {
        const found = await stack.store.webhookDeliveries.get(eventId);
        return found?.attempts.length === attempts && found.attempts.at(-1)?.status === 500 && found;
      },
    );
    return queued!.dueAt.getTime() - made.at(-1)!.at.getTime();
  };
  const seen = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const next = await waited(4);
  // As if its time had come.
  const delivery = (await stack.store.webhookDeliveries.get(eventId))!;
  const { notificationId, createdAt, queued, endpointId } = delivery;
  const now = new Date();
  await stack.store.webhookQueue.postpone({ _id: eventId, notificationId, createdAt, queued: queued! }, now);
  await wakeEndpoint(stack.temporal, stack.name, endpointId, now);
  await eventually('the fourth retry', () => times.length === 5, 30_000);
  const last = await waited(5);
  console.info(
    `retries seen after ${seen.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s; planned after ${next / 1000} and ${last / 1000} s`,
  );
  for (const [index, plannedMs] of [10_000, 40_000, 160_000].entries())
    // What the request, its record and the dispatch take comes on top.
    expect(Math.abs((seen[index] ?? 0) - plannedMs)).toBeLessThan(plannedMs * 0.1 + 1_500);
  expect(Math.abs(next - 640_000)).toBeLessThanOrEqual(65_000);
  expect(Math.abs(last - 2_560_000)).toBeLessThanOrEqual(257_000);
}, 400_000);

test(`${EVENTS} events reach an endpoint in twice the time at most while another hangs with as many`, async () => {
  const [healthy, dead] = await Promise.all([withHook(stack, answers(200)), withHook(stack, hangs)]);

  /** Stores notifications whose one message was sent, with the event to tell, as `deliver` leaves them. */
  async function store(of: typeof healthy): Promise<{ notificationId: string; eventId: string }[]> {
    const id = await of.production.send('ping', { to: newEmail() });
    await untilEnded(of.production, id);
    await eventually('the webhook', () => of.hook.received.includes(id));
    const original = (await stack.store.notifications.get(id))!;
    const [message] = original.messages;
    const [event] = message!.events;
    const made = Array.from({ length: EVENTS }, () => {
      const messageId = randomUUID();
      const eventId = eventIdOf(messageId, 'delivery.sent');
      const at = new Date();
      const messages = [{ ...message!, id: messageId, events: [{ ...event!, id: eventId, at }] }];
      return { ...original, _id: randomUUID(), messages, untold: [eventId], untoldSince: at };
    });
    await stack.connection.mongoose.collection<{ _id: string }>('notifications').insertMany(made);
    return made.map(({ _id, untold }) => ({ notificationId: _id, eventId: untold[0]! }));
  }
  const start = (
    of: typeof healthy,
    events: { notificationId: string; eventId: string }[],
  ): Promise<unknown> => {
    const scope = {
      applicationId: of.id,
      environment: 'production',
      event: 'ping',
      contactId: null,
    } as const;
    const one = (event: (typeof events)[number]) =>
      startWebhook(stack.temporal, stack.name, scope, { ...event, attemptsMade: 0 });
    return pMap(events, one, { concurrency: 20 });
  };
  /** Seconds from the first start until the endpoint has all of them. */
  async function timed(): Promise<number> {
    const events = await store(healthy);
    const from = performance.now();
    const before = healthy.hook.received.length;
    await start(healthy, events);
    await eventually('all of them', () => healthy.hook.received.length === before + EVENTS, 900_000);
    expect(new Set(healthy.hook.received).size).toBe(healthy.hook.received.length);
    return (performance.now() - from) / 1000;
  }

  await timed(); // connections and caches
  const alone = await timed();
  await start(dead, await store(dead));
  const beside = await timed();
  console.info(
    `${EVENTS} events: ${alone.toFixed(1)} s alone, ${beside.toFixed(1)} s beside an endpoint that hangs; of its own that one saw ${dead.hook.received.length}, ${dead.hook.mostOpen} at once`,
  );
  expect(dead.hook.mostOpen).toBeLessThanOrEqual(10);
  expect(beside).toBeLessThan(2 * alone);
}, 2_400_000);
