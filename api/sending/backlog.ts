import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import type { Caller } from '../http/middleware/authenticate';
import type { Slot } from './idempotency';

/**
 * Refuses a send of an application with too much that has not begun (LIMIT-7). The count is part of the application as
 * it is cached. A request that was at work before its process died is not refused: some of it may stand already.
 */
export function refuseOverBacklog(
  { backlogLimit, backlogCountedEverySeconds }: ApiDeps,
  { application }: Caller,
  slot: Slot,
): void {
  const current = application.backlog ?? 0;
  if (current <= backlogLimit || slot.takenOver) return;
  throw new ApiError(
    'RATE_LIMITED',
    `More than ${backlogLimit} accepted notifications have not begun; wait until they are fewer.`,
    { current, limit: backlogLimit },
    { 'Retry-After': String(backlogCountedEverySeconds) },
  );
}
