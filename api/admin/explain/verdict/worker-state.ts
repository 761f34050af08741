import { perProcess } from '../../../http/per-process';
import { lastKnown } from '../../../http/last-known';

/** How old the answer of Temporal about its queues may be, milliseconds. */
const FRESH_MS = 10_000;
/** A worker polls at least once a minute. */
const STALE_MS = 120_000;

/** What is known of the workers of this service. */
export interface WorkerState {
  /** False: no worker has polled a queue that notifications need for two minutes. */
  polls: boolean;
  /** About how many tasks wait in these queues. */
  tasks: number;
}

/** Returns a function for whether workers poll, as Temporal said last. Null: Temporal does not answer. */
export const workerState = perProcess(({ inspectTemporal }) =>
  lastKnown(async (): Promise<WorkerState> => {
    const { queues } = await inspectTemporal();
    // Webhooks and drains have queues of their own. Without the first two no notification goes on.
    const needed = queues.slice(0, 2);
    return {
      polls: needed.every(({ pollers, lastPoll }) => pollers > 0 && isRecent(lastPoll)),
      tasks: needed.reduce((sum, { backlog }) => sum + backlog, 0),
    };
  }, FRESH_MS),
);

const isRecent = (at: Date | null): boolean => at !== null && Date.now() - at.getTime() <= STALE_MS;
