import { withTimeout } from '../../../process/with-timeout';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = new Promise<string>(() => undefined);

test('work in time has its result, and leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve('done'), 100, () => 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 100)).rejects.toThrow('failed');
  expect(jest.getTimerCount()).toBe(0);
});

test('late work has the result of `late`, or none', async () => {
  const results: unknown[] = [];
  const [late, none] = [withTimeout(never, 100, () => 'late'), withTimeout(never, 100)];
  void late.then((result) => results.push(result));
  await jest.advanceTimersByTimeAsync(99);
  expect(results).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(results).toEqual(['late']);
  expect(await none).toBeUndefined();
});
