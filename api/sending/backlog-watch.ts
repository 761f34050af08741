import type { ApiDeps } from '../deps';

/** Name under which the store keeps the time of the last count. */
const TURN = 'backlogs-counted';

/**
 * Counts the backlogs from the marks of the notifications and writes them to their applications, which every send reads
 * anyway. In each interval one of the API processes counts. Only the API refuses because of a backlog, and it runs without
 * a worker, when backlogs grow most.
 */
export function watchBacklogs(deps: ApiDeps): { stop(): void } {
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

async function count({ store, backlogLimit }: ApiDeps, everyMs: number): Promise<void> {
  if (!(await store.sweepState.takeTurn(TURN, everyMs))) return;
  const counted = new Map<string, number>();
  for (const id of await store.backlog.applications())
    counted.set(id, await store.backlog.count(id, backlogLimit + 1));
  await store.applications.setBacklogs(counted);
}
