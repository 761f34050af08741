import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Turn, createEndpointConcurrency } from '../../../net/endpoint-concurrency';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

/** An endpoint that takes `tookMs` for each request, or for ever. */
function endpoint(turns: ReturnType<typeof createEndpointConcurrency>, id: string, tookMs: number) {
  const of = {
    inFlight: 0,
    most: 0,
    made: [] as number[],
    take: (name: number, patient = false): Promise<Turn<void>> =>
      turns.take(id, patient, async () => {
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
test('a quick endpoint has so many requests in flight at once, and the next ones wait a moment in their order', async () => {
  const quick = endpoint(createEndpointConcurrency({ atOnce: 3 }), 'quick', 20);
  const turns = many(6, (name) => quick.take(name));
  await pass(20);
  await pass(20);
  expect(await Promise.all(turns)).toEqual(many(6, () => ({ kind: 'made', result: undefined })));
  expect(quick).toMatchObject({ most: 3, made: [0, 1, 2, 3, 4, 5] });
});

test('no more wait than may be in flight', async () => {
  const quick = endpoint(createEndpointConcurrency({ atOnce: 3 }), 'quick', 20);
  const turns = many(7, (name) => quick.take(name));
  expect(await turns[6]).toEqual({ kind: 'busy' });
  await pass(40);
  expect(quick.made).toEqual([0, 1, 2, 3, 4, 5]);
});

test('who waits for an endpoint that has begun to hang is sent away after half a second', async () => {
  const slow = endpoint(createEndpointConcurrency({ atOnce: 1 }), 'slow', 10_000);
  const [, second] = many(2, (name) => slow.take(name));
  let answered: Turn<void> | undefined;
  void second?.then((turn) => (answered = turn));
  await pass(499);
  expect(answered).toBeUndefined();
  await pass(1);
  expect(answered).toEqual({ kind: 'busy' });
});

test('at an endpoint that is known to hang nobody waits', async () => {
  const turns = createEndpointConcurrency({ atOnce: 10 });
  const dead = endpoint(turns, 'dead', 10_000);
  const first = many(10, (name) => dead.take(name));
  await pass(10_000);
  await Promise.all(first);
  many(10, (name) => void dead.take(name));
  expect(await Promise.all(many(5, (name) => dead.take(name)))).toEqual(many(5, () => ({ kind: 'busy' })));
  expect(dead.most).toBe(10);
});

test('who is patient has the next place that is free, at an endpoint that hangs too', async () => {
  const dead = endpoint(createEndpointConcurrency({ atOnce: 1 }), 'dead', 10_000);
  void dead.take(0);
  await pass(1_000);
  const next = dead.take(1, true);
  await pass(9_000);
  void dead.take(2);
  await pass(10_000);
  expect(await next).toEqual({ kind: 'made', result: undefined });
  expect(dead.made).toEqual([0, 1]);
});

test('nobody is patient for longer than a request may take', async () => {
  const stuck = endpoint(createEndpointConcurrency({ atOnce: 1 }), 'stuck', 60_000);
  void stuck.take(0);
  const next = stuck.take(1, true);
  await pass(12_000);
  expect(await next).toEqual({ kind: 'busy' });
});

test('one endpoint that hangs takes nothing from another', async () => {
  const turns = createEndpointConcurrency({ atOnce: 2 });
  const [dead, other] = [endpoint(turns, 'dead', 10_000), endpoint(turns, 'other', 10)];
  many(5, (name) => void dead.take(name));
  const taken = many(2, (name) => other.take(name));
  await pass(10);
  expect((await Promise.all(taken)).map(({ kind }) => kind)).toEqual(['made', 'made']);
});

test('a request that throws gives its turn back', async () => {
  const turns = createEndpointConcurrency({ atOnce: 1 });
  const failed = turns.take('one', false, () => Promise.reject(new Error('no')));
  const next = turns.take('one', false, () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toEqual({ kind: 'made', result: 'yes' });
});

test('an endpoint is quick if its requests are known to be, and one more would be made soon', async () => {
  const turns = createEndpointConcurrency({ atOnce: 2 });
  const quick = endpoint(turns, 'quick', 100);
  const slow = endpoint(turns, 'slow', 600);
  expect([turns.isQuick('quick'), turns.isQuick('slow')]).toEqual([false, false]);
  const made = [quick.take(0), slow.take(0)];
  await pass(600);
  await Promise.all(made);
  expect([turns.isQuick('quick'), turns.isQuick('slow')]).toEqual([true, false]);
  // Two are made and two wait: the next one would not be made any more.
  many(3, (name) => void quick.take(name));
  expect(turns.isQuick('quick')).toBe(true);
  void quick.take(3);
  expect(turns.isQuick('quick')).toBe(false);
  await pass(200);
});

test('an endpoint that has begun to hang is not quick any more', async () => {
  const turns = createEndpointConcurrency({ atOnce: 2 });
  const once = turns.take('one', false, () => Promise.resolve());
  await once;
  expect(turns.isQuick('one')).toBe(true);
  void endpoint(turns, 'one', 10_000).take(0);
  await pass(500);
  expect(turns.isQuick('one')).toBe(false);
});
