import { eventually } from '../../support/eventually';
import { releasedBundle } from '../../support/releases';
import { buildOf, failedTasks, lastOf, workersOf } from '../../support/run-facts';
import type { ServiceProcess } from '../../support/service';
import { type Sleepers, createSleepers } from '../../support/sleepers';
import { type Stack, startStack } from '../../support/stack';
import { makeCurrent, versioned } from '../../support/versions';

const RELEASE = '0.1.0-5f3ff36';

let stack: Stack;
let sleepers: Sleepers;
let released: string;
let isUnversioned = false;
const workers: ServiceProcess[] = [];
const startWorker = async (env: Record<string, string>): Promise<ServiceProcess> => {
  const worker = await stack.startWorker(env);
  workers.push(worker);
  return worker;
};
beforeAll(async () => {
  stack = await startStack({ withoutWorker: true, sweeps: true });
  released = await releasedBundle(RELEASE);
});
afterAll(async () => {
  // The files after this one have the same queue, and workers without a version.
  if (!isUnversioned) {
    await startWorker({});
    await makeCurrent(stack, 'two', '--unversioned');
  }
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([stack.stop(), sleepers?.close()]);
});

test('from unversioned workers to a versioned build, to the next and back: each notification is delivered once, and no workflow task fails', async () => {
  const begun = Date.now();
  const unversioned = await startWorker({ WORKFLOW_BUNDLE: released });
  // As long as what comes takes; a busy machine needs longer for it, as for the start of a worker.
  sleepers = await createSleepers(stack, Math.min(800_000, Math.max(170_000, 30 * (Date.now() - begun))));
  const [oldest, webhook, erasure] = await Promise.all([
    sleepers.begin('all'),
    sleepers.beginWebhook(),
    sleepers.beginErasure(),
  ]);

  // A build gets nothing until it is current.
  const one = await startWorker({ WORKFLOW_BUNDLE: released, ...versioned(stack, 'one') });
  await eventually('its word', () => one.output().includes('this build is not current; it receives no work'));
  const before = await sleepers.sendPlain(5);
  for (const sent of before) await sleepers.expectDelivered(sent);
  for (const { id } of before)
    expect(new Set(await workersOf(stack, id))).toEqual(new Set([unversioned.child.pid]));
  const refused = await makeCurrent(stack, 'three', '--wait', '0');
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('No worker of build three asks for workflows');
  expect(refused.said).toContain('Nothing was changed: the work stays with unversioned workers.');

  expect(await makeCurrent(stack, 'one')).toEqual({
    code: 0,
    said: expect.stringContaining('goes to build one from now on'),
  });
  await unversioned.stop();
  const older = await sleepers.begin('all');
  for (const { id } of older) expect(await buildOf(stack, id)).toBe('one');

  const two = await startWorker(versioned(stack, 'two'));
  const meanwhile = await sleepers.sendPlain(5);
  for (const sent of meanwhile) await sleepers.expectDelivered(sent);
  for (const { id } of meanwhile) expect(await buildOf(stack, id)).toBe('one');
  expect((await makeCurrent(stack, 'two')).said).toContain(
    'goes to build two from now on, no more to build one',
  );
  await one.stop();
  expect(Date.now()).toBeLessThan(sleepers.due); // else nothing slept through the upgrade
  await Promise.all([...oldest, ...older].map(sleepers.wake));
  for (const sleeper of [...oldest, ...older]) await sleepers.expectDelivered(sleeper);
  for (const { id } of [...oldest, ...older]) {
    expect(await buildOf(stack, id)).toBe('two');
    expect((await workersOf(stack, id)).at(-1)).toBe(two.child.pid);
  }
  // What is no notification moves too.
  await Promise.all([webhook.told(), erasure.done()]);
  expect(await buildOf(stack, await lastOf(stack, 'sweep'))).toBe('two');

  const last = await sleepers.begin('woken');
  await startWorker({});
  expect((await makeCurrent(stack, 'two')).said).toContain('was with build two already');
  expect((await makeCurrent(stack, 'two', '--unversioned')).said).toContain(
    'goes to unversioned workers from now on',
  );
  isUnversioned = true;
  await two.stop();
  await Promise.all(last.map(sleepers.wake));
  const after = await sleepers.sendPlain(5);
  for (const sent of [...last, ...after]) await sleepers.expectDelivered(sent);
  expect(await failedTasks(stack)).toEqual([]);
}, 1_200_000);
