import { EVENTS, digestsOf } from '../../support/digests';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: EVENTS });
});
afterAll(() => stack.stop());

const { send, viewsOf, saidTo, closingOf, untilGathered, cancel, expectOneForAll } = digestsOf(() => stack);

test('fifty sends at once become one message of the first, and the others end into it', async () => {
  await expectOneForAll('crowd', 50);
});

test('cancels around the moment at which windows close count what they kept out, and nothing else', async () => {
  const offsets = Array.from({ length: 12 }, (_, index) => -300 + index * 60);
  await Promise.all(
    offsets.map(async (offset) => {
      const to = newAddress();
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map((word) => send('gathered', to, word)));
      await untilGathered(ids);
      await untilTime((await closingOf(ids[0] ?? '')) + offset);
      const cancelled = await cancel('gathered', to);
      const views = await viewsOf(ids);
      const stopped = views.filter(({ status }) => status === 'stopped');
      expect(stopped).toHaveLength(cancelled);
      const completed = views.filter(({ status }) => status === 'completed');
      expect(completed).toHaveLength(4 - cancelled);
      // If a carrier is cancelled after its window closed, nobody is sent the words of its members: they name it.
      const isStopped = (id: string) => stopped.some((one) => one.id === id);
      const sent = completed.filter(({ id, digested_into: carrier = id }) => !isStopped(carrier));
      expect(saidTo(to).flat()).toHaveLength(sent.length);
    }),
  );
});

test('a worker that dies while the window is open, and is back late, breaks nothing up', async () => {
  const to = newAddress();
  const ids = await Promise.all(['a', 'b', 'c'].map((word) => send('later', to, word)));
  await untilGathered(ids);
  await stack.worker?.kill();
  const late = await send('later', to, 'd');
  await untilTime((await closingOf(ids[0] ?? '')) + 1_000);
  await stack.startWorker();
  const views = await viewsOf([...ids, late]);
  expect(views.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
  expect(saidTo(to).flat().sort()).toEqual(['a', 'b', 'c', 'd']);
  // The window was open until a worker closed it.
  expect(saidTo(to).length).toBeLessThanOrEqual(2);
});

test('a window that nobody is left to close is opened again by the next send', async () => {
  const to = newAddress();
  const cancelled = await send('later', to, 'a');
  await untilGathered([cancelled]);
  expect(await cancel('later', to)).toBe(1);
  await untilTime((await closingOf(cancelled)) + 500);
  const ids = await Promise.all(['b', 'c'].map((word) => send('later', to, word)));
  await untilGathered(ids);
  await untilTime((await closingOf(ids[0] ?? '')) - 8_000);
  const last = await send('later', to, 'd');
  await viewsOf([...ids, last]);
  expect(saidTo(to).map((words) => words.sort())).toEqual([['b', 'c', 'd']]);
});

test('the next one carries the digest when the first is terminated in Temporal', async () => {
  const to = newAddress();
  const first = await send('later', to, 'a');
  await untilGathered([first]);
  const others = await Promise.all(['b', 'c'].map((word) => send('later', to, word)));
  await untilGathered(others);
  await stack.temporal.workflow.getHandle(first).terminate('by a test');
  const views = await viewsOf([first, ...others]);
  expect(views[0]).toMatchObject({ status: 'failed', messages: [] });
  expect(saidTo(to).map((words) => words.sort())).toEqual([['b', 'c']]);
});

test('a digest that failed is made again with all that it had gathered', async () => {
  const to = newAddress();
  stack.smtp.answer = (recipient) => (recipient === to ? { code: 550, text: 'No such user' } : null);
  const ids = await Promise.all(['a', 'b'].map((word) => send('gathered', to, word)));
  const views = await viewsOf(ids);
  const failed = views.find(({ status }) => status === 'failed');
  stack.smtp.answer = () => null;
  const retried = await stack.admin.post<{ notification: { id: string } }>(
    `/admin/v1/notifications/${failed?.id}/retry`,
    {},
  );
  expect(retried.status).toBe(200);
  await viewsOf([retried.body.notification.id]);
  expect(saidTo(to).map((words) => words.sort())).toEqual([['a', 'b']]);
});

test('a run that Temporal resets gathers and sends nothing twice', async () => {
  const to = newAddress();
  const ids = await Promise.all(['a', 'b'].map((word) => send('gathered', to, word)));
  const carrier = (await viewsOf(ids)).find(({ messages }) => messages.length > 0);
  const { workflowService, options } = stack.temporal;
  const workflowId = carrier?.id ?? '';
  const { events } = await stack.temporal.workflow.getHandle(workflowId).fetchHistory();
  const first = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task);
  await workflowService.resetWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
    workflowTaskFinishEventId: first?.eventId,
    requestId: workflowId,
    reason: 'by a test',
  });
  await eventually('the new run to end', async () => {
    const { status } = await stack.temporal.workflow.getHandle(workflowId).describe();
    return status.name === 'COMPLETED';
  });
  expect(saidTo(to)).toHaveLength(1);
});
