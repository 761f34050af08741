import { randomUUID } from 'node:crypto';
import { createDeliverFirst } from '../../../activities/deliver/deliver-first';
import { createPace } from '../../../activities/deliver/pace';
import type { ActivityDeps } from '../../../activities/deps';
import { createFirstAttempts } from '../../../activities/first-attempts';
import { connectStore } from '../../../store/connection';
import { createStore } from '../../../store/store';
import { type TestApplication, makeApplication, newEmail, PING } from '../../support/application';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startOwnMongo } from '../../support/own-mongo';
import type { ApiServer } from '../../support/providers/api-server';
import { startPostmark, TOKEN } from '../../support/providers/postmark-server';
import { outcomesInTask } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';
import { timed } from '../../support/timed';
import { whileHung } from '../../support/while-hung';

let stack: Stack;
let postmark: ApiServer;
let app: TestApplication;
let integration: string;
let down = false;
beforeAll(async () => {
  [stack, postmark] = await Promise.all([
    startStack(),
    startPostmark((handle) => (request) => {
      return down ? { status: 503, body: { ErrorCode: 0, Message: 'Down.' } } : handle(request);
    }),
  ]);
  app = await makeApplication(stack, { 'ping.yaml': PING });
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'email', provider: 'postmark', check: false },
    settings: { server_token: TOKEN, base_url: postmark.url },
  });
  integration = `${app.path}/integrations/${added.body.integration.id}`;
});
afterAll(async () => {
  await Promise.all([stack.stop(), postmark.close()]);
});

async function sent(): Promise<string> {
  const id = await app.production.send('ping', { to: newEmail() });
  await untilEnded(app.production, id, 60_000);
  const handle = stack.temporal.workflow.getHandle(id);
  await eventually('its workflow to close', async () => (await handle.describe()).status.name !== 'RUNNING');
  return id;
}
const untilInTask = () =>
  eventually(
    'a send in the workflow task',
    async () => (await outcomesInTask(stack, await sent())).includes('sent'),
    60_000,
  );

test('a provider that rests is called by no workflow task, nor is one that has failed just before', async () => {
  await untilInTask();
  down = true;
  const waiting = await Promise.all(
    Array.from({ length: 6 }, () => app.production.send('ping', { to: newEmail() })),
  );
  await eventually('the rest', async () => {
    const health = (await stack.store.applications.get(app.id))?.health ?? {};
    return Object.values(health).some((one) => one?.restUntil);
  });
  const late = await app.production.send('ping', { to: newEmail() });
  await eventually(
    'it to be left to an activity',
    async () => (await outcomesInTask(stack, late)).length === 1,
  );
  expect(await outcomesInTask(stack, late)).toEqual(['moved']);
  down = false;
  for (const id of [...waiting, late]) await untilEnded(app.production, id, 60_000);
  await untilInTask();
}, 180_000);

test('a provider with a rate is called by no workflow task', async () => {
  await untilInTask();
  expect((await stack.admin.request('PATCH', integration, { per_second: 50 })).status).toBe(200);
  await eventually(
    'sends by the queue of the rate',
    async () => (await outcomesInTask(stack, await sent())).length === 0,
    60_000,
  );
  for (let again = 0; again < 5; again += 1)
    expect(await outcomesInTask(stack, await sent())).not.toContain('sent');
}, 180_000);

test('while MongoDB hangs, one workflow task waits three seconds for it, and the next ones do not', async () => {
  const mongo = await startOwnMongo();
  const connection = connectStore(`${mongo.uri}/first`);
  await connection.connected;
  const pace = createPace();
  const of = { applicationId: 'a', environment: 'production', event: 'e', step: 'send' } as const;
  pace.begin(of)(true);
  const deps = { store: createStore(connection.mongoose), pace, firstAttempts: createFirstAttempts() };
  const deliverFirst = createDeliverFirst(deps as unknown as ActivityDeps, {
    atOnce: () => Promise.resolve(false),
  });
  const attempt = () =>
    timed(() =>
      deliverFirst({
        ...of,
        ...{ notificationId: randomUUID(), contactId: null, after: 'close' },
        ...{ dueAt: Date.now(), retryForMs: 60_000 },
      }),
    );
  await whileHung(mongo.pid(), async () => {
    const first = await attempt();
    expect(first.value).toMatchObject({
      outcome: 'moved',
      retry: { code: 'IN_FLIGHT', dueAt: expect.any(Number) as number },
    });
    expect(first.ms).toBeGreaterThan(2_900);
    const next = [await attempt(), await attempt(), await attempt()];
    for (const { value } of next) {
      expect(value).toMatchObject({ outcome: 'moved', queue: null });
      expect(value.retry).toBeUndefined();
    }
    // A busy machine may hold up any one of them, and a wait for MongoDB would hold up all.
    expect(Math.min(...next.map(({ ms }) => ms))).toBeLessThan(500);
  });
  await connection.close();
  await mongo.remove();
});
