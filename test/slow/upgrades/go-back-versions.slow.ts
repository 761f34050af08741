import { eventually } from '../../support/eventually';
import { makeCurrent, versioned } from '../../support/versions';
import { releasedBundle } from '../../support/releases';
import { buildOf, failedTasks, workersOf } from '../../support/run-facts';
import type { ServiceProcess } from '../../support/service';
import { createSleeping, sleepingEvents } from '../../support/sleeping-events';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
let [older, newer]: ServiceProcess[] = [];

const give = async (buildId: string): Promise<void> =>
  expect(await makeCurrent(stack, buildId)).toEqual({
    code: 0,
    said: expect.stringContaining(`goes to build ${buildId} from now on`),
  });

beforeAll(async () => {
  stack = await startStack({ withoutWorker: true, sweeps: true, events: sleepingEvents() });
  const released = await releasedBundle('0.1.0-5f3ff36');
  [older, newer] = await Promise.all([
    stack.startWorker({ WORKFLOW_BUNDLE: released, ...versioned(stack, 'older') }),
    stack.startWorker(versioned(stack, 'newer')),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([older?.stop(), newer?.stop()]);
  await stack.stop();
});

test('the older build is made current again: what it can replay ends on it, and the rest waits for the newer one, each once', async () => {
  const { begin, send, convert, cancel, stuck, subjectsTo, untilClosed, expectEnded } = createSleeping(stack);
  await give('older');
  const unconfirmed = await begin('unconfirmed');
  await eventually('its last wait', () => subjectsTo(unconfirmed.to).length === 2);
  const [nap, moved, trial] = await Promise.all([begin('long-nap'), begin('moved'), begin('trial')]);

  await give('newer');
  // Its second run passes a wait over, with a patch that the older build does not have.
  await cancel(unconfirmed);
  await untilClosed(unconfirmed);
  await stack.admin.post(`/admin/v1/notifications/${unconfirmed.id}/reopen`, {});
  const [newNap, newTrial, gathered] = await Promise.all([begin('nap'), begin('trial'), begin('gathered')]);
  await eventually('the second SEND', () => subjectsTo(moved.to).length === 2);
  await eventually('its build', async () => (await buildOf(stack, moved.id)) === 'newer');

  await give('older'); // while both run
  const [plain, ungathered] = await Promise.all([send('plain'), send('gathered')]);
  await Promise.all([trial, newTrial].map(convert));
  for (const one of [trial, newTrial]) await expectEnded(one, ['trial', 'thanks']);
  await expectEnded(plain, ['plain']);
  // That build has no digests yet, and passes over what it does not know.
  await expectEnded(ungathered, ['gathered']);
  expect(await stuck(gathered, [])).toContain("'joinDigest' does not match");
  expect(await stuck(unconfirmed, ['unconfirmed', 'second'])).toContain(
    'patch marker encountered for change receipts-behind',
  );
  for (const one of [newNap, nap]) await expectEnded(one, [one.event, 'thanks']);
  await expectEnded(moved, ['moved', 'second', 'thanks']);
  for (const { id } of [nap, newNap, moved, trial, newTrial, plain]) {
    expect(await buildOf(stack, id)).toBe('older');
    expect((await workersOf(stack, id)).at(-1)).toBe(older?.child.pid);
  }

  await give('newer');
  await expectEnded(gathered, ['gathered']);
  await expectEnded(unconfirmed, ['unconfirmed', 'second', 'thanks']);
  const failed = (await failedTasks(stack)).map((line) => line.split(':')[0]);
  expect(new Set(failed)).toEqual(new Set([gathered.id, unconfirmed.id]));
}, 200_000);
