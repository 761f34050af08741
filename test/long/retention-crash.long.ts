import { randomUUID } from 'node:crypto';
import type { Notification } from '../../store/notifications/model';
import { eventually } from '../support/eventually';
import { ago, retentionOf } from '../support/retention';
import { type Stack, startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

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

  const workflowId = await trigger();
  const sample = old.filter((_, index) => index % 50 === 0).map(({ _id }) => _id);
  const left = async (): Promise<number> => (await stored('notifications', sample)).length;
  await eventually('the first to go', async () => (await left()) < sample.length, 90_000);
  await stack.worker?.kill();
  expect(await left()).toBeGreaterThan(0);
  await stack.startWorker();
  await stack.temporal.workflow.getHandle(workflowId).result();
  expect(
    await stored(
      'notifications',
      old.map(({ _id }) => _id),
    ),
  ).toEqual([]);
  const staying = [...young, ...open].map(({ _id }) => _id);
  expect(await stored('notifications', staying)).toHaveLength(80);
  for (const { _id } of [young[0], open[0]].filter((one) => one !== undefined))
    expect((await read(_id)).payload).toBe(model.payload);
}, 180_000);
