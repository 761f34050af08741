import { sendRetryDelayMs } from '../../../../core/sending/send-retry';

test.each([
  [1, 1_000],
  [2, 2_000],
  [7, 64_000],
  [8, 120_000],
  [5_000, 120_000],
])('after attempt %s a SEND waits %s ms', (attempt, ms) => {
  expect(sendRetryDelayMs(attempt)).toBe(ms);
});
