import { backoffMs, LOST_RETRY, sendRetryDelayMs } from '../../../../core/sending/send-retry';

test.each([
  [1, 1_000],
  [2, 2_000],
  [7, 64_000],
  [8, 120_000],
  [5_000, 120_000],
])('after attempt %s a SEND waits %s ms', (attempt, ms) => {
  expect(sendRetryDelayMs(attempt)).toBe(ms);
});

const hour = 3_600_000;

test.each([
  ['a failure', { attempt: 3, failed: 3 }, 4_000],
  ['a failure after many looks at another attempt', { attempt: 12, failed: 2 }, 2_000],
  ['a failure of a new SEND to a message with old ones', { attempt: 1, failed: 40 }, 1_000],
  ['what failed before a provider was called', { attempt: 5, failed: null }, 16_000],
  ['the same at the first attempt', { attempt: 1, failed: null, waitedMs: 0 }, 1_000],
  [
    'the same after 25 s of looks at another attempt',
    { attempt: 13, failed: null, waitedMs: 25_000 },
    25_000,
  ],
  ['a provider that cools down', { attempt: 12, failed: null, isResting: true }, 0],
])('MESSAGE-9: only failures make the delay longer: %s', (_, notSent, ms) => {
  expect(backoffMs({ isResting: false, waitedMs: hour, ...notSent })).toBe(ms);
});

test('an attempt that was lost is made again soon, however often the SEND was looked at before', () => {
  expect(LOST_RETRY).toEqual({ initialInterval: 1_000, backoffCoefficient: 2, maximumInterval: 30_000 });
});
