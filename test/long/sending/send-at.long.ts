import { eventually } from '../../support/eventually';
import { newAddress, untilEnded } from '../../support/journey';
import { untilTimer } from '../../support/run-facts';
import { arrivedAt, cancel, inMs, workflowStatus } from '../../support/sends-later';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const mailsTo = (to: string): number => stack.smtp.mailsTo(to).length;

test('a send whose execution Temporal has lost is started anew and waits for its time', async () => {
  const to = newAddress();
  const sendAt = new Date(Date.now() + 15_000);
  const id = await stack.production.send('welcome', { to, send_at: sendAt.toISOString() });
  await untilTimer(stack, id);
  const { namespace, workflowService } = {
    namespace: stack.temporal.options.namespace,
    workflowService: stack.temporal.workflowService,
  };
  await workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId: id } });
  await eventually('its execution to be gone', async () =>
    workflowStatus(stack, id).then(
      () => false,
      () => true,
    ),
  );
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(arrivedAt(stack, to)).toBeGreaterThanOrEqual(sendAt.getTime());
  expect(mailsTo(to)).toBe(1);
});

test('what ended before its time waits for it again, reopened or retried', async () => {
  const [stopped, failed] = [newAddress(), newAddress()];
  const sendAt = inMs(40_000);
  const send = (to: string): Promise<string> => stack.production.send('welcome', { to, send_at: sendAt });
  const [stoppedId, failedId] = await Promise.all([send(stopped), send(failed)]);
  await Promise.all([untilTimer(stack, stoppedId), untilTimer(stack, failedId)]);
  await cancel(stack, 'welcome', stopped);
  await stack.temporal.workflow.getHandle(failedId).terminate('by an operator');
  const act = (id: string, what: 'reopen' | 'retry') =>
    eventually(
      `a ${what}`,
      async () => {
        const path = `/admin/v1/notifications/${id}/${what}`;
        const answer = await stack.admin.post<{ notification: { id: string; status: string } }>(path, {});
        return answer.status === 200 && answer.body.notification;
      },
      38_000,
    );
  const reopened = await act(stoppedId, 'reopen');
  const retried = await act(failedId, 'retry');
  for (const one of [reopened, retried]) {
    expect(one).toMatchObject({ status: 'waiting' });
    expect(await stack.production.notification(one.id)).toMatchObject({ send_at: sendAt, messages: [] });
  }
  for (const { id } of [reopened, retried])
    expect(await untilEnded(stack.production, id, 80_000)).toMatchObject({ status: 'completed' });
  for (const to of [stopped, failed]) {
    expect(mailsTo(to)).toBe(1);
    expect(arrivedAt(stack, to)).toBeGreaterThanOrEqual(Date.parse(sendAt));
  }
});
