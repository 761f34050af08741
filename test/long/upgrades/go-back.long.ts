import { join } from 'node:path';
import type { Step } from '../../../core/sequences/steps';
import { bundleOf } from '../../../tools/dev/compiled/workflow-bundle';
import { failedTasks, workersOf } from '../../support/run-facts';
import type { ServiceProcess } from '../../support/service';
import { adjustSleeping, createSleeping, sleepingEvents } from '../../support/sleeping-events';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let later: string;
let worker: ServiceProcess;
const changeWorker = async (env: Record<string, string>): Promise<void> => {
  await worker?.stop();
  worker = await stack.startWorker(env);
};
/** An event that a newer API took: its WAIT is a step which only the later release has. */
const pushLater = async (): Promise<void> => {
  const scope = { applicationId: stack.applicationId, environment: 'production' } as const;
  const patched = (await stack.store.events.find(scope, 'patched'))!;
  const nap = patched.definition;
  const steps = nap.steps.map((step) => (step.type === 'wait' ? { ...step, type: 'pause' } : step)) as Step[];
  await stack.store.events.put(scope, [
    { ...patched, definition: { ...nap, name: 'later', steps }, over: null },
  ]);
};

beforeAll(async () => {
  [stack, later] = await Promise.all([
    startStack({ withoutWorker: true, sweeps: true, events: sleepingEvents() }),
    bundleOf(join(__dirname, '../../support/workflows/later-release.ts')),
  ]);
  const begun = Date.now();
  await changeWorker({});
  await adjustSleeping(stack, Date.now() - begun);
  await pushLater();
});
afterAll(() => stack.stop());

test('unversioned workers go back a release: what the old one can replay ends on it, and the rest waits for the new one, each once', async () => {
  const { begin, send, convert, cancel, stuck, untilClosed, expectEnded, subjectsTo } = createSleeping(stack);
  const byOld = await Promise.all([begin('long-nap'), begin('trial')]);
  await changeWorker({ WORKFLOW_BUNDLE: later });
  const byNew = await Promise.all([begin('nap'), begin('trial')]);
  const [paused, patched] = await Promise.all([begin('later'), begin('patched')]);

  await changeWorker({});
  const [plain, waits, dropped] = await Promise.all([send('plain'), send('later'), send('later')]);
  const trials = [byOld[1], byNew[1]];
  await Promise.all(trials.map(convert));
  await Promise.all(trials.map((trial) => expectEnded(trial, ['trial', 'thanks'])));
  await expectEnded(plain, ['plain']);
  for (const one of [paused, waits, dropped])
    expect(await stuck(one, ['later'])).toContain('does not know the step "wait-1" of type "pause"');
  expect(await stuck(patched, ['patched'])).toContain('of-a-later-release');
  await cancel(dropped);
  for (const [nap] of [byNew, byOld]) await expectEnded(nap, [nap.event, 'thanks']);
  for (const { id } of [...byOld, ...byNew])
    expect((await workersOf(stack, id)).at(-1)).toBe(worker.child.pid);

  await changeWorker({ WORKFLOW_BUNDLE: later });
  for (const one of [paused, waits]) await expectEnded(one, ['later', 'thanks']);
  await expectEnded(patched, ['patched', 'thanks']);
  expect(['CANCELLED', 'COMPLETED']).toContain(await untilClosed(dropped));
  expect(subjectsTo(dropped.to)).toEqual(['later']);
  const failed = (await failedTasks(stack)).map((line) => line.split(':')[0]);
  expect(new Set(failed)).toEqual(new Set([paused, patched, waits, dropped].map(({ id }) => id)));
}, 600_000);
