import type { ApplicationFailure } from '@temporalio/activity';
import type { FailedFirst } from '../../core/sending/failed-first';
import type { ActivityDeps } from '../deps';

/** Returns a first attempt that has just failed as the second one is told of it. */
export function failedFirstOf(
  { store }: Pick<ActivityDeps, 'store'>,
  { type, message, nextRetryDelay }: ApplicationFailure,
): FailedFirst {
  // All of ours are numbers.
  const delayMs = Number(nextRetryDelay ?? 0);
  return { code: type ?? '', message, delayMs, dueAt: store.now().getTime() + delayMs };
}

/**
 * Returns how long the second attempt still waits, milliseconds. At least 1, because Temporal takes no 0, and never longer than the
 * first one said: the database's clock may have been set back.
 */
export const waitOf = ({ delayMs, dueAt = Infinity }: FailedFirst, now: Date): number =>
  Math.max(1, Math.min(delayMs, dueAt - now.getTime()));
