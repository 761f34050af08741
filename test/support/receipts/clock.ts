/** When the calls of these tests come: nothing in them depends on the clock of the machine. */
export const NOW = new Date('2026-11-20T09:00:00.000Z');

/** NOW in seconds since 1970, as signatures have it. */
export const NOW_S = NOW.getTime() / 1000;

/** Holds `Date` at NOW until the file ends; timers run on. */
export function stopClock(): void {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  afterAll(() => jest.useRealTimers());
}
