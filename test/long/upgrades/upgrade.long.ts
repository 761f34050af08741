import { releasedBundle } from '../../support/releases';
import { failedTasks, workersOf } from '../../support/run-facts';
import type { ServiceProcess } from '../../support/service';
import { type Sleepers, createSleepers } from '../../support/sleepers';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let sleepers: Sleepers;
const workers: ServiceProcess[] = [];
const startWorker = async (release?: string): Promise<ServiceProcess> => {
  const worker = await stack.startWorker(release ? { WORKFLOW_BUNDLE: await releasedBundle(release) } : {});
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  stack = await startStack({ withoutWorker: true, sweeps: true });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([stack.stop(), sleepers?.close()]);
});

test('unversioned workers are replaced release by release while notifications sleep: each is delivered once, and no workflow task fails', async () => {
  const begun = Date.now();
  const first = await startWorker('0.1.0-81e4aa6');
  // As long as what comes takes; a busy machine needs longer for it, as for the start of a worker.
  sleepers = await createSleepers(stack, Math.min(400_000, Math.max(110_000, 20 * (Date.now() - begun))));
  const [oldest, webhook, erasure] = await Promise.all([
    sleepers.begin('timed'),
    sleepers.beginWebhook(),
    sleepers.beginErasure(),
  ]);

  const second = await startWorker('0.1.0-5f3ff36');
  const meanwhile = await sleepers.sendPlain(10);
  await first.stop();
  const [older, wokenEarly] = await Promise.all([sleepers.begin('all'), sleepers.begin('all')]);

  const third = await startWorker();
  meanwhile.push(...(await sleepers.sendPlain(10)));
  await Promise.all(wokenEarly.map(sleepers.wake)); // while both run
  await second.stop();
  expect(Date.now()).toBeLessThan(sleepers.due); // else nothing slept through the upgrade
  await Promise.all(older.map(sleepers.wake));

  for (const one of [...meanwhile, ...oldest, ...older, ...wokenEarly]) await sleepers.expectDelivered(one);
  await Promise.all([webhook.told(), erasure.done()]);
  expect(await failedTasks(stack)).toEqual([]);
  for (const [begun, by] of [
    [oldest, first],
    [older, second],
  ] as const)
    for (const { id } of begun) {
      const had = await workersOf(stack, id);
      expect([had[0], had.at(-1)]).toEqual([by.child.pid, third.child.pid]);
    }
}, 700_000);
