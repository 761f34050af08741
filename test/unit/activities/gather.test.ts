import pLimit from 'p-limit';
import { createGather } from '../../../activities/broadcasts/gather';
import { createPace } from '../../../activities/broadcasts/pace';
import { ALONE, type OutboundMessage, type SendResult } from '../../../channels/provider';
import { emailMessage } from '../../support/providers/emails';

const NEVER = new AbortController().signal;
const sent = (id: string): SendResult => ({ outcome: 'sent', providerMessageId: id, response: '' });

/** A provider that takes up to `most` in one call. A call ends when `answer` is called, or when it is aborted. */
function start(most: number, isBusy = false, lacksProcessor = false) {
  const calls: { ids: string[]; signal: AbortSignal; answer: () => void }[] = [];
  const alone: string[] = [];
  const provider = {
    send: ({ id }: OutboundMessage) => {
      alone.push(id);
      return Promise.resolve(sent(`alone-${id}`));
    },
    batch: {
      most,
      send: (messages: readonly OutboundMessage[], signal: AbortSignal) =>
        new Promise<SendResult[]>((resolve) => {
          const ids = messages.map(({ id }) => id);
          calls.push({ ids, signal, answer: () => resolve(ids.map(sent)) });
          signal.addEventListener('abort', () => resolve(ids.map((id) => sent(`late-${id}`))));
        }),
    },
  };
  const gather = createGather(pLimit(10), { isBusy: () => isBusy, lacksProcessor: () => lacksProcessor });
  const send = (id: string, signal = NEVER, goesOn = () => Promise.resolve(true)) =>
    gather(provider, emailMessage({ id }), { signal, goesOn });
  return { calls, alone, send };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('those that come within 25 ms go in one call, and each gets its own result', async () => {
  const { calls, send } = start(9);
  const first = send('a');
  await jest.advanceTimersByTimeAsync(24);
  const second = send('b');
  await jest.advanceTimersByTimeAsync(1);
  expect(calls.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  calls[0]?.answer();
  expect(await Promise.all([first, second])).toEqual([sent('a'), sent('b')]);
});

test.each([
  { withinMs: 200, lacksProcessor: false },
  { withinMs: 1_000, lacksProcessor: true },
])(
  'BROADCAST-12: beside other work, those that come within $withinMs ms go in one call, if processors are short: $lacksProcessor',
  async ({ withinMs, lacksProcessor }) => {
    const { calls, send } = start(9, true, lacksProcessor);
    void send('a');
    await jest.advanceTimersByTimeAsync(withinMs - 1);
    void send('b');
    expect(calls).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(calls.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  },
);

test('as many as a call takes go at once, and one alone is sent as ever', async () => {
  const { calls, alone, send } = start(3);
  const all = ['a', 'b', 'c', 'd'].map((id) => send(id));
  await jest.advanceTimersByTimeAsync(0);
  expect(calls.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']]);
  await jest.advanceTimersByTimeAsync(25);
  expect(alone).toEqual(['d']);
  calls[0]?.answer();
  expect(await Promise.all(all)).toEqual([sent('a'), sent('b'), sent('c'), sent('alone-d')]);
});

test('BROADCAST-7: who waits for a call is not in it if the broadcast was cancelled while they waited', async () => {
  const { calls, send } = start(9);
  let isRunning = true;
  const stopped = send('a', NEVER, () => Promise.resolve(isRunning));
  const away = send('b', NEVER, () => Promise.reject(new Error('the database is away')));
  const others = ['c', 'd'].map((id) => send(id));
  isRunning = false;
  await jest.advanceTimersByTimeAsync(25);
  expect(calls.map(({ ids }) => ids)).toEqual([['c', 'd']]);
  calls[0]?.answer();
  expect(await Promise.all(others)).toEqual([sent('c'), sent('d')]);
  for (const one of [stopped, away])
    expect(await one).toMatchObject({ outcome: 'transient', code: 'TIMEOUT', concerns: 'message' });
});

test('who gives up leaves the call to the others, and it ends when all have given up', async () => {
  const { calls, send } = start(9);
  const [one, other, early] = [new AbortController(), new AbortController(), new AbortController()];
  const [first, second, third] = [send('a', one.signal), send('b', other.signal), send('c', early.signal)];
  expect(calls.length).toBe(0);
  early.abort();
  await jest.advanceTimersByTimeAsync(25);
  expect(await third).toMatchObject({ outcome: 'transient', code: 'TIMEOUT' });
  expect(calls[0]?.ids).toEqual(['a', 'b']);
  one.abort();
  expect(await first).toMatchObject({ outcome: 'unknown' });
  expect(calls[0]?.signal.aborted).toBe(false);
  other.abort();
  expect(await second).toEqual(sent('late-b'));
});

test('those of a call that is refused for what is in it go alone, in the places that their provider has', async () => {
  let underWay = 0;
  let most = 0;
  const alone: string[] = [];
  const provider = {
    send: async ({ id }: OutboundMessage) => {
      alone.push(id);
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      underWay -= 1;
      return sent(id);
    },
    batch: {
      most: 8,
      send: (messages: readonly OutboundMessage[]) =>
        Promise.resolve(messages.map(({ id }) => (id === '0' ? sent('together') : ALONE))),
    },
  };
  const gather = createGather(pLimit(2), { isBusy: () => false, lacksProcessor: () => false });
  let isRunning = true;
  const over = new AbortController();
  const all = Array.from({ length: 8 }, (_, at) =>
    gather(provider, emailMessage({ id: String(at) }), {
      signal: at === 1 ? over.signal : NEVER,
      goesOn: () => Promise.resolve(isRunning),
    }),
  );
  await jest.advanceTimersByTimeAsync(0);
  expect(await all[0]).toEqual(sent('together'));
  over.abort();
  await jest.advanceTimersByTimeAsync(11);
  isRunning = false;
  await jest.advanceTimersByTimeAsync(100);
  const results = await Promise.all(all);
  expect({ most, alone }).toEqual({ most: 2, alone: ['1', '2', '3', '4'] });
  expect(results.slice(1, 5)).toEqual(['1', '2', '3', '4'].map(sent));
  for (const one of results.slice(5)) expect(one).toMatchObject({ code: 'TIMEOUT', concerns: 'message' });
});

test('a pace lets as many be under way as a provider takes in one call, and judges them together', async () => {
  let now = 0;
  const others = {
    isHeldUp: () => false,
    isBusy: () => false,
    lacksProcessor: () => false,
    room: () => Promise.resolve(),
  };
  const pace = createPace(null, others, () => now);
  pace.widen(500);
  let underWay = 0;
  let most = 0;
  const fail = async () => {
    most = Math.max(most, (underWay += 1));
    await new Promise((resolve) => setTimeout(resolve, 10));
    underWay -= 1;
    return { isBad: true };
  };
  const all = Promise.all(Array.from({ length: 100 }, () => pace.run(fail)));
  await jest.advanceTimersByTimeAsync(10);
  await all;
  expect(most).toBe(100);
  // Two judgments of 50 that failed: pauses of one second, then of two.
  expect(pace.waitMs()).toBe(2000);
  now += 2000;
  expect(pace.waitMs()).toBe(0);
});
