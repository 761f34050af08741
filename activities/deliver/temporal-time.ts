import { activityInfo } from '@temporalio/activity';
import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';

/**
 * Returns how much of `retry_for` is left, milliseconds; 0 or less if it is over. It counts by Temporal's clock: an attempt
 * starts when Temporal scheduled it, and its time so far is what has passed since `claimedAt` by the database's clock. If
 * the attempt seems to have waited for longer than clocks differ, it waited in a queue, and the database's clock says how
 * long, less that difference. The worker's own clock does not count, because it may be wrong by an hour.
 */
export function leftOfRetryMs(
  { dueAt, retryForMs }: { dueAt: number; retryForMs: number },
  { claimedAt, now }: { claimedAt: Date; now: Date },
): number {
  const { currentAttemptScheduledTimestampMs: scheduledAt } = activityInfo();
  const startedAt = Math.max(scheduledAt, claimedAt.getTime() - CLOCKS_DIFFER_MS);
  return dueAt + retryForMs - startedAt - (now.getTime() - claimedAt.getTime());
}

/** Returns the milliseconds from the first attempt of this activity until this one, by Temporal's clock. */
export function waitedMs(): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = activityInfo();
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs;
}
