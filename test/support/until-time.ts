import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a moment that a rule is about, such as the end of a window, has come; `at` in milliseconds since 1970. */
export const untilTime = (at: number): Promise<void> => sleep(Math.max(0, at - Date.now()));

/**
 * Waits until a moment has come for the service too. The service takes the time from MongoDB's answers, so its clock lags
 * behind by as long as an answer took.
 */
export const untilExpired = (at: number): Promise<void> => untilTime(at + 1_000);

/** Waits until the clock shows another second, for what is stamped or named by seconds. */
export const untilNextSecond = (): Promise<void> => untilTime(Math.floor(Date.now() / 1000 + 1) * 1000);

/** Longer than a test takes whose days must not change. */
const BEFORE_MIDNIGHT_MS = 45_000;

/** Waits for the next day of UTC if that is about to begin, for what is counted by days. */
export async function awayFromMidnight(): Promise<void> {
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  if (midnight - Date.now() < BEFORE_MIDNIGHT_MS) await untilExpired(midnight);
}
