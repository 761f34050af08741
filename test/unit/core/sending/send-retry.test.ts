import { backoffMs, sendRetryDelayMs } from '../../../../core/sending/send-retry';

test.each([
  [1, 1_000],
  [2, 2_000],
  [7, 64_000],
  [8, 120_000],
  [5_000, 120_000],
])('after attempt %s a SEND waits %s ms', (attempt, ms) => {
  expect(sendRetryDelayMs(attempt)).toBe(ms);
});

test.each([
  ['a failure', { attempt: 3, failed: 3, isResting: false }, 4_000],
  ['a failure after many looks at another attempt', { attempt: 12, failed: 2, isResting: false }, 2_000],
  ['a failure of a new SEND to a message with old ones', { attempt: 1, failed: 40, isResting: false }, 1_000],
  ['what failed before a provider was called', { attempt: 5, failed: null, isResting: false }, 16_000],
  ['a provider that cools down', { attempt: 12, failed: null, isResting: true }, 0],
])('MESSAGE-9: only failures make the delay longer: %s', (_, notSent, ms) => {
  expect(backoffMs(notSent)).toBe(ms);
});
