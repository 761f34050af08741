import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { eventIdOf } from '../../../core/shared/ids';
import { startWebhook } from '../../../temporal/workflow-calls';
import { taskQueues } from '../../../workflows/contract';
import { newEmail } from '../../support/application';
import { eventually } from '../../support/eventually';
import { type Answer, answers, hangs, stopHookServers } from '../../support/hook-servers';
import { untilEnded } from '../../support/journey';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { type Stack, startStack } from '../../support/stack';
import { withHook } from '../../support/webhook-endpoint';

/** Events that wait; fewer on a machine that is shared. */
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 500);
/** Whoever chooses the number measures. */
const MEASURES = process.env.WEBHOOK_EVENTS !== undefined;
/** What a driver asks of MongoDB by itself. */
const OWN = ['hello', 'ping', 'ismaster', 'isMaster', 'endSessions'];

let stack: Stack;
let proxy: MongoProxy;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  stack = await startStack({ mongodbUri: proxy.uri });
});
afterAll(async () => {
  await stopHookServers();
  await stack.stop();
  await proxy.stop();
});

const commands = (): number =>
  proxy.commands.filter((command) => !OWN.some((name) => name in command)).length;
const running = async (type: 'webhook' | 'webhookEndpoint'): Promise<number> => {
  const { main, drains } = taskQueues(stack.name);
  const queue = type === 'webhook' ? main : drains;
  const query = `TaskQueue = '${queue}' AND WorkflowType = '${type}' AND ExecutionStatus = 'Running'`;
  return (await stack.temporal.workflow.count(query)).count;
};

test(`${EVENTS} events that wait for a dead endpoint cost nothing by number, delay nobody, and all arrive when it is back`, async () => {
  let answer: Answer = answers(200);
  const dead = await withHook(stack, (request, response, index) => answer(request, response, index));
  const other = await withHook(stack, answers(200));
  const first = await dead.production.send('ping', { to: newEmail() });
  await untilEnded(dead.production, first, 60_000);
  await eventually('the webhook', () => dead.hook.received.includes(first), 60_000);

  // As `deliver` leaves them, and then told as a receipt is.
  const original = (await stack.store.notifications.get(first))!;
  const [message] = original.messages;
  const [event] = message!.events;
  const endpointId = event!.endpointId;
  const made = Array.from({ length: EVENTS }, () => {
    const messageId = randomUUID();
    const eventId = eventIdOf(messageId, 'delivery.sent');
    const at = new Date();
    const messages = [{ ...message!, id: messageId, events: [{ ...event!, id: eventId, at }] }];
    return { ...original, _id: randomUUID(), messages, untold: [eventId], untoldSince: at };
  });
  await stack.connection.mongoose.collection<{ _id: string }>('notifications').insertMany(made);
  answer = hangs;
  const start = ({ _id: notificationId, untold }: (typeof made)[number]) =>
    startWebhook(stack.temporal, stack.name, original, {
      ...{ eventId: untold[0]!, notificationId, attemptsMade: 0 },
    });
  await pMap(made, start, { concurrency: 20 });
  await eventually('all of them to wait', async () => (await running('webhook')) === 0, 600_000);
  expect(await running('webhookEndpoint')).toBe(1);

  // Two rounds of requests that hang.
  const seen = dead.hook.received.length;
  const [from, before] = [performance.now(), commands()];
  await eventually('the endpoint to be asked again', () => dead.hook.received.length >= seen + 18, 60_000);
  const perSecond = (1000 * (commands() - before)) / (performance.now() - from);
  expect(dead.hook.mostOpen).toBeLessThanOrEqual(10);
  // Ten of them are the sweep's, which runs every two seconds here.
  expect(perSecond).toBeLessThan(40);

  const sentAt = performance.now();
  const prompt = await other.production.send('ping', { to: newEmail() });
  // Other suites may load Temporal. Behind the others it would come after eight minutes: ten requests of ten seconds at once.
  await eventually('the event of the other', () => other.hook.received.includes(prompt));
  const otherMs = performance.now() - sentAt;

  // As by kill -9, while requests hang.
  await stack.worker?.kill();
  await stack.startWorker();
  const ids = made.map(({ _id }) => _id);
  const tried = new Set(dead.hook.received);
  answer = answers(200);
  const backAt = performance.now();
  const arrived = new Set<string>();
  await eventually('the first of them', () => dead.hook.received.some((id) => !tried.has(id)), 120_000);
  const fresh = await dead.production.send('ping', { to: newEmail() });
  const freshAt = performance.now();
  await eventually('a new event of the endpoint', () => dead.hook.received.includes(fresh));
  const freshMs = performance.now() - freshAt;
  await eventually(
    'all of them',
    async () => {
      for (const id of dead.hook.received) arrived.add(id);
      return ids.every((id) => arrived.has(id)) && (await stack.store.webhookQueue.next(endpointId)) === null;
    },
    900_000,
  );
  const backlogMs = performance.now() - backAt;
  if (MEASURES)
    console.info(
      `${EVENTS} events wait: ${perSecond.toFixed(1)} commands a second; an event of another endpoint took ${otherMs.toFixed()} ms; back, ${(backlogMs / 1000).toFixed(1)} s for all, and ${freshMs.toFixed()} ms for a new one meanwhile`,
    );
  const statuses = await stack.connection.mongoose
    .collection<{ _id: string; status: string }>('webhookdeliveries')
    .distinct('status', { endpointId });
  expect(statuses).toEqual(['delivered']);
  // In the order in which they fell due, but for those whose retry was not due yet.
  const known = new Set<string>(ids);
  const untried = dead.hook.received.filter((id) => known.has(id) && !tried.has(id));
  expect(new Set(untried).size).toBe(untried.length);
  await eventually('the workflow to end', async () => (await running('webhookEndpoint')) === 0);
  await eventually('nothing to be left to tell', async () => {
    const left = await stack.connection.mongoose
      .collection('notifications')
      .countDocuments({ untold: { $exists: true } });
    return left === 0;
  });
}, 2_400_000);
