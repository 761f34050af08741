import { randomUUID } from 'node:crypto';
import type { Notification } from '../../../store/notifications/model';
import { type MongoProxy, startMongoProxy } from '../../support/mongo-proxy';
import { ago, retentionOf } from '../../support/retention';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let proxy: MongoProxy;
beforeAll(async () => {
  proxy = await startMongoProxy(process.env.HELIOGRAPH_TEST_MONGODB_URI ?? '');
  stack = await startStack({ mongodbUri: proxy.uri });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

const { stored, ended, read, trigger } = retentionOf(() => stack);

test('a worker that is killed in the middle of some thousands loses nothing, and the rest is removed', async () => {
  const model = await ended(0);
  const made = (daysAgo: number, of: Partial<Notification> = {}): Notification => ({
    ...model,
    _id: randomUUID(),
    completedAt: ago(daysAgo),
    ...of,
  });
  const old = Array.from({ length: 3000 }, () => made(120));
  const young = Array.from({ length: 40 }, () => made(1));
  const open = Array.from({ length: 40 }, () => made(120, { status: 'waiting', completedAt: null }));
  for (let at = 0; at < old.length; at += 500)
    await stack.store.notifications.insertAll(old.slice(at, at + 500));
  await stack.store.notifications.insertAll([...young, ...open]);

  const held = new Promise<void>((reached) => {
    let removals = 0;
    proxy.meddling.hold = (command) => {
      if (command.delete !== 'notifications' || ++removals === 1) return undefined;
      reached();
      return new Promise(() => undefined);
    };
  });
  const workflowId = await trigger();
  await held;
  await stack.worker?.kill();
  const ids = old.map(({ _id }) => _id);
  const left = (await stored('notifications', ids)).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ids.length);
  proxy.meddling = {};
  await stack.startWorker();
  await stack.temporal.workflow.getHandle(workflowId).result();
  expect(await stored('notifications', ids)).toEqual([]);
  const staying = [...young, ...open].map(({ _id }) => _id);
  expect(await stored('notifications', staying)).toHaveLength(80);
  for (const { _id } of [young[0], open[0]].filter((one) => one !== undefined))
    expect((await read(_id)).payload).toBe(model.payload);
}, 180_000);
