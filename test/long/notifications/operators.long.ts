import { eventually } from '../../support/eventually';
import { untilClosed } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { JOURNEY, operatorOf } from '../../support/operator';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { 'journey.yaml': JOURNEY } });
  stack.smtp.answer = (to) => answers.get(to) ?? null;
});
afterAll(() => stack.stop());

const { answers, act, retryMany, shown, mailsTo, failed, heal, terminated } = operatorOf(() => stack);

describe('a retry of what was sent in part', () => {
  const refused = (id: string) => expect.objectContaining({ id, code: 'ALREADY_SENT' }) as object;

  test('is refused, by filters and by its id, and a reopening goes on behind what was sent', async () => {
    const { id, to } = await terminated();
    for (const dry_run of [true, false]) {
      const page = await retryMany({ event: 'journey', dry_run });
      expect(page.refused).toContainEqual(refused(id));
      expect(page.retried.map(({ retry_of }) => retry_of)).not.toContain(id);
    }
    expect(await act(id, 'retry')).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_SENT',
        error: expect.stringContaining('An operator can reopen the notification'),
      },
    });
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      failure: 'Its workflow was terminated in Temporal.',
    });
    expect((await act(id, 'reopen')).status).toBe(200);
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(await shown(id)).toMatchObject({ failure: null });
    expect(mailsTo(to)).toBe(2);
  });

  test('is made by its id when told', async () => {
    const { id, to } = await terminated();
    const made = (await act(id, 'retry', { again: true })).body.notification.id;
    expect(await untilEnded(stack.production, made)).toMatchObject({ status: 'completed' });
    expect(mailsTo(to)).toBe(3);
  });

  test('that bounced is none', async () => {
    const { id } = await terminated();
    await stack.connection.mongoose
      .model('Notification')
      .updateOne({ _id: id }, { $set: { 'messages.0.status': 'failed' } });
    const page = await retryMany({ event: 'journey', dry_run: true });
    expect(page.retried.map(({ retry_of }) => retry_of)).toContain(id);
    expect((await act(id, 'retry')).status).toBe(200);
  });
});

describe('a reopened notification', () => {
  test('that was stopped in a WAIT waits anew and then goes on', async () => {
    const to = newAddress();
    const id = await stack.production.send('journey', { to });
    await untilStatus(stack.production, id, 'waiting');
    await act(id, 'cancel');
    await untilClosed(stack, id);
    const reopened = await eventually('it to be reopened', async () => {
      const answer = await act(id, 'reopen');
      return answer.status === 200 && answer.body.notification;
    });
    expect(reopened.status).toBe('waiting');
    expect(await act(id, 'reopen')).toMatchObject({ status: 409, body: { code: 'NOTIFICATION_STATE' } });
    // Sweeps come by every two seconds, and leave it alone.
    expect(await untilEnded(stack.production, id)).toMatchObject({
      status: 'completed',
      messages: [{ status: 'sent' }, { status: 'sent' }],
    });
    expect(mailsTo(to)).toBe(2);
  });

  test('whose start was lost is started by the sweep', async () => {
    const { id, to } = await failed('welcome');
    await untilClosed(stack, id);
    await heal(to);
    const found = await stack.store.notifications.get(id);
    const reopened = await stack.store.operators.reopen({
      ...{ from: found!, status: 'running', message: found!.messages[0]!, failures: [], at: new Date() },
    });
    expect(reopened).toMatchObject({ status: 'running' });
    expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
    expect(mailsTo(to)).toBe(1);
  });
});

test('in the Temporal UI a reset of a notification repeats nothing that was sent', async () => {
  const to = newAddress();
  const id = await stack.production.send('journey', { to });
  await untilStatus(stack.production, id, 'waiting');
  const { workflowService, options } = stack.temporal;
  const handle = stack.temporal.workflow.getHandle(id);
  const { runId } = await handle.describe();
  // The first attempt is made within the first task, and the status is written before that task ends.
  const firstTask = await eventually('the first task to end', async () => {
    const { events } = await handle.fetchHistory();
    return events?.find((event) => event.workflowTaskCompletedEventAttributes)?.eventId;
  });
  await workflowService.resetWorkflowExecution({
    ...{
      namespace: options.namespace,
      reason: 'a test',
      requestId: id,
      workflowTaskFinishEventId: firstTask,
    },
    workflowExecution: { workflowId: id, runId },
  });
  expect(await untilEnded(stack.production, id)).toMatchObject({
    status: 'completed',
    messages: [{ status: 'sent' }, { status: 'sent' }],
  });
  expect(mailsTo(to)).toBe(2);
});
