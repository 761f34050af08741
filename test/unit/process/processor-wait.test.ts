import { createProcessorWait, readTimes } from '../../../process/processor-wait';
import { testOnLinux } from '../../support/process-facts';

/** A thread that runs and waits as the test says, milliseconds. */
function thread() {
  const clock = { now: 0 };
  const times = { ran: 0, waited: 0 };
  const isLong = createProcessorWait(
    () => ({ ...times }),
    () => clock.now,
  );
  const passes = (ms: number, ran: number, waited: number): boolean => {
    clock.now += ms;
    times.ran += ran;
    times.waited += waited;
    return isLong();
  };
  return { passes };
}

describe('the wait for a processor', () => {
  it.each([
    { ran: 180, waited: 20, isLong: false },
    { ran: 179, waited: 21, isLong: true },
    { ran: 11, waited: 11, isLong: true },
    { ran: 9, waited: 9, isLong: false },
    { ran: 0, waited: 0, isLong: false },
  ])('is long: $isLong, after $waited of $ran + $waited ms', ({ ran, waited, isLong }) => {
    expect(thread().passes(1_000, ran, waited)).toBe(isLong);
  });

  it('is that of the time since the last look, which is a second ago at least', () => {
    const { passes } = thread();
    const seen = [
      passes(999, 50, 50),
      passes(1, 0, 0),
      passes(999, 1_000, 0),
      passes(1, 0, 0),
      passes(10_000, 200, 200),
    ];
    expect(seen).toEqual([false, true, true, false, true]);
  });

  it('is not long where nobody tells', () => {
    const clock = { now: 0 };
    const isLong = createProcessorWait(
      () => null,
      () => clock.now,
    );
    clock.now = 5_000;
    expect(isLong()).toBe(false);
  });

  // Only Linux has the file.
  testOnLinux('comes from the kernel', () => {
    const timesNow = () => readTimes() ?? { ran: 0, waited: 0 };
    const [before, until] = [timesNow(), performance.now() + 4_000];
    while (timesNow().ran - before.ran < 20 && performance.now() < until);
    const after = timesNow();
    expect(after.ran - before.ran).toBeGreaterThanOrEqual(20);
    expect(after.waited).toBeGreaterThanOrEqual(before.waited);
  });
});
