import { dieInRequest } from '../support/dying-processes';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

test('50 notifications in flight survive kill -9 of the worker: all end, every mail arrives, no status is wrong', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const begun = new Set<string>();
  // Half of the sends are with the provider when the worker dies, the others wait for a connection or a slot.
  stack.smtp.answer = async (to) => {
    begun.add(to);
    if (begun.size <= 25) return null;
    await held;
    return null;
  };
  const addresses = Array.from({ length: 50 }, newAddress);
  const ids = await Promise.all(addresses.map((to) => stack.production.send('welcome', { to })));
  await eventually('sends to be in flight', () => begun.size > 27);
  await stack.worker?.kill();
  const killedAt = Date.now();
  stack.smtp.answer = () => null;
  release();
  await stack.startWorker();

  for (const id of ids) {
    const view = await untilEnded(stack.production, id, 40_000);
    expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent', error: null }] });
  }
  for (const to of addresses) expect(stack.smtp.mailsTo(to).length).toBeGreaterThanOrEqual(1);

  const documents = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
  const interrupted = documents.filter((one) =>
    one?.messages[0]?.attempts.some(({ outcome }) => outcome === 'unknown'),
  );
  expect(interrupted.length).toBeGreaterThan(0);
  for (const one of interrupted) {
    const [cut, next] = one?.messages[0]?.attempts ?? [];
    expect(cut).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    // Within 15 s where the machine has time; without its heartbeat a send would be missed minutes later.
    expect((next?.at.getTime() ?? Infinity) - killedAt).toBeLessThan(30_000);
  }
}, 90_000);

test('an API that dies between its write and the start of the workflow loses nothing: the sweep starts it', async () => {
  const to = newAddress();
  await dieInRequest(stack, 'after-insert', (baseUrl) =>
    stack.production.at(baseUrl).send('welcome', { to }),
  );
  await eventually('the mail', () => stack.smtp.mailsTo(to).length === 1, 30_000);
  const [contact] = await stack.store.contacts.findByKeys([`${stack.applicationId}:production:email:${to}`]);
  const [id] = await stack.store.notifications.idsOf(contact?._id ?? '', 10);
  expect(await untilEnded(stack.production, id ?? '')).toMatchObject({ status: 'completed' });
}, 60_000);

test('a notification whose workflow is terminated in the Temporal UI becomes failed', async () => {
  stack.smtp.answer = () => ({ code: 451, text: '4.3.0 not now' });
  const id = await stack.production.send('welcome', { to: newAddress() });
  await eventually(
    'an attempt',
    async () => (await stack.store.notifications.get(id))?.messages[0]?.attempts.length,
  );
  await stack.temporal.workflow.getHandle(id).terminate('by an operator');
  expect(await untilEnded(stack.production, id, 30_000)).toMatchObject({ status: 'failed' });
  expect((await stack.store.notifications.get(id))?.failure).toBe('Its workflow was terminated in Temporal.');
  stack.smtp.answer = () => null;
}, 60_000);

test('an open notification whose execution is gone is started again', async () => {
  const to = newAddress();
  const id = await stack.production.send('onboarding', { to });
  await eventually('the first mail', () => stack.smtp.mailsTo(to).length === 1);
  await stack.temporal.workflowService.deleteWorkflowExecution({
    namespace: stack.temporal.options.namespace,
    workflowExecution: { workflowId: id },
  });
  expect(await untilEnded(stack.production, id, 40_000)).toMatchObject({ status: 'completed' });
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);
}, 60_000);
