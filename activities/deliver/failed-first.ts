import type { ApplicationFailure } from '@temporalio/activity';
import type { FailedFirst } from '../../core/sending/failed-first';

/** Returns a failed first attempt as the second one is told of it. */
export const failedFirstOf = ({ type, message, nextRetryDelay }: ApplicationFailure): FailedFirst => ({
  code: type ?? '',
  message,
  // All of ours are numbers.
  delayMs: Number(nextRetryDelay ?? 0),
});
