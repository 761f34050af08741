import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import type { Caller } from '../http/middleware/authenticate';
import type { Slot } from './idempotency';

/**
 * Refuses a send if too many notifications of the application have not begun (LIMIT-7). The count is part of the cached
 * application. A request that is taken over is not refused, because some of its notifications may exist.
 */
export function refuseOverBacklog(
  { backlogLimit, backlogCountedEverySeconds }: ApiDeps,
  { application }: Caller,
  slot: Slot,
): void {
  const current = application.backlog ?? 0;
  if (current <= backlogLimit || slot.takenOver) return;
  const message = `More than ${backlogLimit} accepted notifications have not begun; wait until they are fewer.`;
  const headers = { 'Retry-After': String(backlogCountedEverySeconds) };
  throw new ApiError('RATE_LIMITED', message, { current, limit: backlogLimit }, headers);
}
