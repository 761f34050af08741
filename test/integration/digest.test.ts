import { eventually } from '../support/eventually';
import type { NotificationView } from '../support/http-api';
import { newAddress, untilEnded } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { untilTime } from '../support/until-time';

const TEMPLATE = `
templates:
  email:
    en: { subject: '{{digest.count}} comments', text: '{{#each digest.items}}{{word}}={{payload.word}};{{/each}}' }
  sms:
    en: { text: '{{digest.count}} comments' }
`;
const EVENTS = {
  'gathered.yaml': `${TEMPLATE}
sequence: [{ digest: 3s }, { send: email }]
`,
  'crowd.yaml': `${TEMPLATE}
sequence: [{ digest: 15s }, { send: email }]
`,
  'later.yaml': `${TEMPLATE}
sequence: [{ digest: 8s }, { send: email }]
`,
  'other.yaml': `${TEMPLATE}
sequence: [{ digest: 3s }, { send: email }]
`,
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: EVENTS });
});
afterAll(() => stack.stop());

type View = NotificationView & { digested_into?: string };
const viewsOf = (ids: string[]): Promise<View[]> =>
  Promise.all(ids.map((id) => untilEnded(stack.production, id, 30_000)));
const cancel = async (event: string, to: string): Promise<number> =>
  (await stack.production.post<{ cancelled: number }>(`/v1/cancel/${event}`, { to })).body.cancelled;
const send = (event: string, to: string, word: string): Promise<string> =>
  stack.production.send(event, { to, payload: { word } });
/** The words of each mail that somebody got. */
const saidTo = (to: string): string[][] =>
  stack.smtp
    .mailsTo(to)
    .map(({ text = '' }) => [...text.matchAll(/(\S+?)=\1;/g)].map(([, word]) => word ?? ''));
const untilGathered = (ids: string[]) =>
  eventually('all of them to be in a window', async () => {
    const windows = await Promise.all(ids.map((id) => stack.store.digests.of(id)));
    return windows.every((window) => window !== null);
  });

/** When the window closes that a notification is in, milliseconds since 1970. */
const closingOf = async (id: string): Promise<number> =>
  (await stack.store.digests.of(id))?.closesAt.getTime() ?? NaN;

test('fifty sends at once become one message of the first, and the others end into it', async () => {
  const to = newAddress();
  const words = Array.from({ length: 50 }, (_, index) => `w${index}`);
  const ids = await Promise.all(words.map((word) => send('crowd', to, word)));
  expect(await stack.production.notification(ids[0] ?? '')).toMatchObject({
    status: 'waiting',
    messages: [],
  });
  const views = await viewsOf(ids);
  expect(views.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
  const [carrier, ...moreCarriers] = views.filter(({ messages }) => messages.length > 0);
  expect(moreCarriers).toEqual([]);
  expect(carrier).not.toHaveProperty('digested_into');
  expect(views.filter(({ digested_into: into }) => into === carrier?.id)).toHaveLength(49);
  const [said, ...moreMails] = saidTo(to);
  expect(moreMails).toEqual([]);
  expect([...(said ?? [])].sort()).toEqual([...words].sort());
  expect(stack.smtp.mailsTo(to)[0]?.subject).toBe('50 comments');
}, 60_000);

test('what comes after the window opens another; other events, recipients and channels have their own', async () => {
  const [to, neighbour] = [newAddress(), newAddress()];
  const first = await Promise.all([
    send('gathered', to, 'a'),
    send('other', to, 'b'),
    send('gathered', neighbour, 'c'),
    stack.production.send('gathered/email', { to, payload: { word: 'd' } }),
  ]);
  await viewsOf(first);
  await viewsOf(await Promise.all([send('gathered', to, 'e'), send('gathered', to, 'f')]));
  expect(saidTo(to).map((words) => words.sort().join(''))).toEqual(
    expect.arrayContaining(['a', 'b', 'd', 'ef']),
  );
  expect(saidTo(to)).toHaveLength(4);
  expect(saidTo(neighbour)).toEqual([['c']]);
}, 60_000);

test('the payload of an array is gathered as that of a single send is', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const answer = await stack.production.post<{ notifications: { id: string }[] }>('/v1/send/gathered', {
    to: [to, other],
    payload: { word: 'array' },
  });
  const single = await send('gathered', to, 'single');
  await viewsOf([...answer.body.notifications.map(({ id }) => id), single]);
  expect(saidTo(to).map((words) => words.sort())).toEqual([['array', 'single']]);
  expect(saidTo(other)).toEqual([['array']]);
}, 60_000);

test('a window that nobody is left to close is opened again by the next send', async () => {
  const to = newAddress();
  const cancelled = await send('gathered', to, 'a');
  await untilGathered([cancelled]);
  expect(await cancel('gathered', to)).toBe(1);
  await untilTime((await closingOf(cancelled)) + 500);
  const ids = await Promise.all(['b', 'c'].map((word) => send('gathered', to, word)));
  await untilGathered(ids);
  await untilTime((await closingOf(ids[0] ?? '')) - 1_500);
  const last = await send('gathered', to, 'd');
  await viewsOf([...ids, last]);
  expect(saidTo(to).map((words) => words.sort())).toEqual([['b', 'c', 'd']]);
}, 60_000);

test('a cancel while the window is open takes all of them back, and what comes after it is said', async () => {
  const to = newAddress();
  const ids = await Promise.all(['a', 'b', 'c'].map((word) => send('gathered', to, word)));
  await untilGathered(ids);
  expect(await cancel('gathered', to)).toBe(3);
  const after = await send('gathered', to, 'after');
  expect((await viewsOf(ids)).map(({ status }) => status)).toEqual(['stopped', 'stopped', 'stopped']);
  await viewsOf([after]);
  expect(saidTo(to)).toEqual([['after']]);
}, 60_000);

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
      const into = views.find(({ digested_into: carrier }) => carrier !== undefined)?.digested_into;
      const isCarrierStopped = stopped.some(({ id }) => id === into);
      // Words are told once, but by a carrier that was cancelled behind the window: that its members name.
      expect(saidTo(to).flat()).toHaveLength(isCarrierStopped ? 0 : completed.length);
    }),
  );
}, 60_000);

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
}, 60_000);

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
}, 90_000);

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
}, 60_000);

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
}, 60_000);

test('the erasure of a contact removes its windows', async () => {
  const to = newAddress();
  const id = await send('later', to, 'a');
  await untilGathered([id]);
  await stack.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`);
  await eventually('its window to be gone', async () => (await stack.store.digests.of(id)) === null);
  expect(saidTo(to)).toEqual([]);
}, 60_000);
