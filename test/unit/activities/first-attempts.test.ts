import { createFirstAttempts, LATER } from '../../../activities/first-attempts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('an attempt that ends in three seconds gives its result', async () => {
  const attempts = createFirstAttempts();
  expect(await attempts.run(() => Promise.resolve('done'))).toBe('done');
  await expect(attempts.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(jest.getTimerCount()).toBe(0);
  await attempts.ended();
});

test('an attempt that takes longer goes on, a process waits for it, and 100 of them leave no room', async () => {
  const attempts = createFirstAttempts();
  const ends: (() => void)[] = [];
  const slow = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  const results = Promise.all(Array.from({ length: 100 }, () => attempts.run(slow)));
  expect(attempts.hasRoom()).toBe(true);
  await jest.advanceTimersByTimeAsync(3000);
  expect(new Set(await results)).toEqual(new Set([LATER]));
  expect(attempts.hasRoom()).toBe(false);
  let isOver = false;
  const over = attempts.ended().then(() => (isOver = true));
  ends.slice(1).forEach((end) => end());
  await jest.advanceTimersByTimeAsync(0);
  expect(attempts.hasRoom()).toBe(true);
  expect(isOver).toBe(false);
  ends[0]?.();
  await over;
});
