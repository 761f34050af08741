import { LRUCache } from 'lru-cache';
import { createWaitingLines } from '../process/waiting-lines';

/** Thrown if a task does not start in time, or does not end in time because the machine is busy. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(
    /** Time after which a retry may succeed, milliseconds. */
    readonly retryAfterMs: number,
  ) {
    super('the machine is too busy to render');
  }
}

export interface FairQueueOptions {
  /** Maximum number of running tasks. */
  atOnce: number;
  /** Maximum wait of a task, milliseconds. */
  longestWaitMs: number;
}

/** Number of owners whose average is kept. */
const REMEMBERED = 1000;
/** Weight of the last task in the average. */
const WEIGHT = 0.3;

/**
 * Owners take turns, one task at a time, and no owner has all slots. So an owner with many slow tasks delays only its own
 * tasks. A task that would wait too long, by the average of its owner, is refused at once, so that it occupies no other
 * resource while it waits in vain.
 */
export function createFairQueue({ atOnce, longestWaitMs }: FairQueueOptions) {
  const mostOfOne = Math.max(1, atOnce - 1);
  const lines = createWaitingLines({ each: mostOfOne, all: atOnce });
  const averages = new LRUCache<string, number>({ max: REMEMBERED });

  return {
    /** Runs a task when it is its owner's turn. @throws BusyError if that is too late. */
    run: async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
      const expectedMs = ((averages.get(owner) ?? 0) * lines.waitingOf(owner)) / mostOfOne;
      if (expectedMs > longestWaitMs) throw new BusyError(expectedMs);
      const place = await lines.take(owner, { withinMs: longestWaitMs });
      if (!place) throw new BusyError(longestWaitMs);
      try {
        return await task();
      } finally {
        const took = performance.now() - place.since;
        averages.set(owner, took * WEIGHT + (averages.get(owner) ?? took) * (1 - WEIGHT));
        place.leave();
      }
    },
  };
}
