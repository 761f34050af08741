import { BusyError, createFairQueue } from '../../../rendering/fair-queue';

/** A queue whose tasks end when they are told to, and the order in which they began. */
function watched(atOnce: number, longestWaitMs = 60_000) {
  const queue = createFairQueue({ atOnce, longestWaitMs });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string): Promise<unknown> => {
    const task = queue.run(name[0]!, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    // Some still wait when their test is over.
    task.catch(() => undefined);
    return task;
  };
  const end = async (name: string): Promise<void> => {
    await new Promise(setImmediate);
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { queue, begun, add, end };
}

test('owners take turns, in the order in which they came', async () => {
  const { begun, add, end } = watched(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('one owner never has all places, and gets its next one when another of its own is free', async () => {
  const { begun, add, end } = watched(3);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2']);
  void add('b1');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toHaveLength(3);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a task that fails gives its place to the next', async () => {
  const queue = createFairQueue({ atOnce: 1, longestWaitMs: 60_000 });
  const broken = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(broken).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

test('who waits too long is told to come again, and is not begun later', async () => {
  const { begun, add, end } = watched(1, 30);
  void add('a1');
  await expect(add('b1')).rejects.toEqual(new BusyError(30));
  await end('a1');
  void add('c1');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'c1']);
});

test('who would wait too long is told so at once, by how long its own tasks took', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const queue = createFairQueue({ atOnce: 1, longestWaitMs: 200 });
  const takes150Ms = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));
  const earlier = queue.run('a', takes150Ms);
  await jest.advanceTimersByTimeAsync(150);
  await earlier;
  const running = queue.run('a', takes150Ms);
  const [first, second, third] = [1, 2, 3].map(() =>
    queue
      .run('a', () => Promise.resolve())
      .then(
        () => 'done',
        (error: unknown) => error,
      ),
  );
  const other = queue.run('b', () => Promise.resolve('done'));
  expect(await third).toBeInstanceOf(BusyError);
  await jest.advanceTimersByTimeAsync(150);
  expect(await Promise.all([running, first, second, other])).toEqual([undefined, 'done', 'done', 'done']);
  jest.useRealTimers();
});
