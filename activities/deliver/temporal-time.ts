import { activityInfo } from '@temporalio/activity';
import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';

/**
 * Returns how much of `retry_for` is left, milliseconds; 0 or less if it is over. It counts by Temporal's clock: an attempt
 * starts when Temporal scheduled it, and its time so far is what has passed since `claimedAt` by the worker's clock. If the
 * attempt seems to have waited for longer than clocks differ, it waited in a queue, and the worker's clock says how long,
 * less that difference. So no message expires early because a worker's clock is ahead.
 */
export function leftOfRetryMs(
  { dueAt, retryForMs }: { dueAt: number; retryForMs: number },
  claimedAt: Date,
): number {
  const { currentAttemptScheduledTimestampMs: scheduledAt } = activityInfo();
  const startedAt = Math.max(scheduledAt, claimedAt.getTime() - CLOCKS_DIFFER_MS);
  return dueAt + retryForMs - startedAt - (Date.now() - claimedAt.getTime());
}
