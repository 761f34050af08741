import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ oneProcess: true });
});
afterAll(() => stack.stop());

test('in one process the worker gets a send with the answer to its start, once, and stops after it', async () => {
  const { production, temporal } = stack;
  const headers = { 'idempotency-key': 'once' };
  const send = () => production.post<{ id: string }>('/v1/send/welcome', { to: 'ada@example.com' }, headers);
  const { id } = (await send()).body;
  expect((await send()).body.id).toBe(id);
  expect(await untilEnded(production, id)).toMatchObject({ status: 'completed' });
  const { events } = await temporal.workflow.getHandle(id).fetchHistory();
  expect(events?.[0]?.workflowExecutionStartedEventAttributes).toMatchObject({
    eagerExecutionAccepted: true,
  });
  expect(stack.smtp.mailsTo('ada@example.com')).toHaveLength(1);
});
