import { NOTIFICATION_MISSING } from '../../../workflows/contract';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { lose } from '../../support/lost-notifications';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withoutWorker: true, env: {} });
});
afterAll(() => stack.stop());

test('a notification that stays missing for a minute fails its workflow, which says so', async () => {
  const id = await stack.production.send('welcome', { to: newAddress() });
  await lose(stack, id);
  await stack.startWorker();
  const begun = Date.now();
  const handle = stack.temporal.workflow.getHandle(id);
  await eventually(
    'the workflow to fail',
    async () => (await handle.describe()).status.name === 'FAILED',
    150_000,
  );
  expect(Date.now() - begun).toBeGreaterThan(55_000);
  await expect(handle.result()).rejects.toMatchObject({
    cause: {
      message: `The notification failed: ${NOTIFICATION_MISSING}: Notification ${id} is not in the database, and no erasure has removed it.`,
    },
  });
}, 200_000);
