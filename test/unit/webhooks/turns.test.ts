import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Turn } from '../../../webhooks/turns';
import { createTurns } from '../../../webhooks/turns';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

/** An endpoint that takes `tookMs` for each request, or for ever. */
function endpoint(turns: ReturnType<typeof createTurns>, id: string, tookMs: number) {
  const of = {
    inFlight: 0,
    most: 0,
    made: [] as number[],
    take: (name: number, reserve = true): Promise<Turn<void>> =>
      turns.take(id, reserve, async () => {
        of.made.push(name);
        of.most = Math.max(of.most, (of.inFlight += 1));
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        of.inFlight -= 1;
      }),
  };
  return of;
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  await nextTurn();
}
/** After how long each of those who are sent away at once should come again. */
async function sentAway(turns: Promise<Turn<void>>[]): Promise<number[]> {
  const all = await Promise.all(turns);
  return all.map((turn) => (turn.kind === 'busy' ? turn.inMs : NaN));
}

test('a quick endpoint has so many requests in flight at once, and the next ones wait a moment in their order', async () => {
  const quick = endpoint(createTurns({ atOnce: 3 }), 'quick', 20);
  const turns = many(6, (name) => quick.take(name));
  await pass(20);
  await pass(20);
  expect(await Promise.all(turns)).toEqual(many(6, () => ({ kind: 'made', result: undefined })));
  expect(quick).toMatchObject({ most: 3, made: [0, 1, 2, 3, 4, 5] });
});

test('no more wait than may be in flight', async () => {
  const quick = endpoint(createTurns({ atOnce: 3, random: () => 0 }), 'quick', 20);
  const turns = many(7, (name) => quick.take(name));
  expect(await turns[6]).toEqual({ kind: 'busy', inMs: expect.any(Number) });
  await pass(40);
  expect(quick.made).toEqual([0, 1, 2, 3, 4, 5]);
});

test('who waits for an endpoint that has begun to hang is sent away after half a second', async () => {
  const slow = endpoint(createTurns({ atOnce: 1, random: () => 0 }), 'slow', 10_000);
  const [, second] = many(2, (name) => slow.take(name));
  let answered: Turn<void> | undefined;
  void second?.then((turn) => (answered = turn));
  await pass(499);
  expect(answered).toBeUndefined();
  await pass(1);
  expect(answered).toMatchObject({ kind: 'busy' });
});

test('at an endpoint that is known to hang nobody waits, and each is sent away until its likely turn', async () => {
  const turns = createTurns({ atOnce: 10, random: () => 0 });
  const dead = endpoint(turns, 'dead', 10_000);
  const first = many(10, (name) => dead.take(name));
  await pass(10_000);
  await Promise.all(first);
  many(10, (name) => void dead.take(name));
  // One turn a second.
  expect(await sentAway(many(5, (name) => dead.take(name)))).toEqual([
    11_000, 12_000, 13_000, 14_000, 15_000,
  ]);
  // Who reserves no place has none.
  expect(await sentAway([dead.take(0, false), dead.take(0, false), dead.take(0)])).toEqual([
    16_000, 16_000, 16_000,
  ]);
  expect(dead.most).toBe(10);
});

test('nobody is sent away for more than two minutes, and those of a long queue do not come back together', async () => {
  let random = 0;
  const dead = endpoint(
    createTurns({ atOnce: 1, random: () => (random = (random + 0.1) % 1) }),
    'dead',
    10_000,
  );
  void dead.take(0);
  await pass(10_000);
  void dead.take(0);
  const delays = await sentAway(many(50, (name) => dead.take(name)));
  expect(Math.max(...delays)).toBeLessThanOrEqual(120_000);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20_000);
  expect(new Set(delays.slice(-10)).size).toBe(10);
});

test('one endpoint that hangs takes nothing from another', async () => {
  const turns = createTurns({ atOnce: 2 });
  const [dead, other] = [endpoint(turns, 'dead', 10_000), endpoint(turns, 'other', 10)];
  many(5, (name) => void dead.take(name));
  const taken = many(2, (name) => other.take(name));
  await pass(10);
  expect((await Promise.all(taken)).map(({ kind }) => kind)).toEqual(['made', 'made']);
});

test('a request that throws gives its turn back', async () => {
  const turns = createTurns({ atOnce: 1 });
  const failed = turns.take('one', true, () => Promise.reject(new Error('no')));
  const next = turns.take('one', true, () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toEqual({ kind: 'made', result: 'yes' });
});
