import { noteBacklogs } from '../../telemetry/application-metrics';
import { ApiError } from '../http/api-error';
import type { SendDeps } from '../deps';
import type { Principal } from '../http/middleware/authenticate';

/**
 * Refuses a send if too many notifications of the application have not begun (LIMIT-7). The count is part of the cached
 * application.
 */
export function refuseOverBacklog(
  { backlogLimit, backlogCountedEverySeconds }: SendDeps,
  { application }: Principal,
): void {
  const current = application.backlog ?? 0;
  if (current <= backlogLimit) return;
  const message = `More than ${backlogLimit} accepted notifications of this application have not begun. Wait, then try again.`;
  const headers = { 'Retry-After': String(backlogCountedEverySeconds) };
  throw new ApiError('RATE_LIMITED', message, { current, limit: backlogLimit }, headers);
}

/** Name under which the store keeps the time of the last count. */
const TURN = 'backlogs-counted';
/** Number of intervals for which a count is exported. Another process may have the next turn. */
const VALID_INTERVALS = 3;

/**
 * Counts the backlogs from the marks of the notifications and writes them to their applications, which every send reads
 * anyway. In each interval one of the API processes counts. Only the API refuses because of a backlog, and it runs without
 * a worker, when backlogs grow most.
 */
export function watchBacklogs(deps: SendDeps): { stop(): void } {
  const everyMs = deps.backlogCountedEverySeconds * 1000;
  let counting = false;
  const timer = setInterval(() => {
    if (counting) return;
    counting = true;
    count(deps, everyMs)
      .catch((error: unknown) => deps.log.debug({ err: error }, 'the backlogs could not be counted'))
      .finally(() => (counting = false));
  }, everyMs / 2);
  return { stop: () => clearInterval(timer) };
}

async function count({ store, backlogLimit }: SendDeps, everyMs: number): Promise<void> {
  if (!(await store.sweepState.takeTurn(TURN, everyMs))) return;
  const counted = new Map<string, number>();
  for (const id of await store.backlog.applications())
    counted.set(id, await store.backlog.count(id, backlogLimit + 1));
  await store.applications.setBacklogs(counted);
  noteBacklogs(counted, VALID_INTERVALS * everyMs);
}
