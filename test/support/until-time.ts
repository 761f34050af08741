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
