import type { Store } from './store';

/** Name of the turn at counting, and of the time when it was last taken. */
const TURN = 'backlogs-counted';

/**
 * Counts the backlogs and writes them to their applications, where every send reads them with what it reads anyway;
 * nothing where another process did so less than `everyMs` milliseconds ago.
 */
export async function refreshBacklogs(
  store: Pick<Store, 'applications' | 'backlog' | 'sweepState'>,
  { limit, everyMs }: { limit: number; everyMs: number },
): Promise<void> {
  if (!(await store.sweepState.takeTurn(TURN, everyMs))) return;
  const counted = new Map<string, number>();
  for (const id of await store.backlog.applications())
    counted.set(id, await store.backlog.count(id, limit + 1));
  await store.applications.setBacklogs(counted);
}
