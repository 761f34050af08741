import { LRUCache } from 'lru-cache';

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

/** The waiting and running tasks of an owner. It exists only while there are any. */
interface Line {
  waiting: (() => void)[];
  running: number;
}

/**
 * Owners take turns, one task at a time, and no owner has all slots. So an owner with many slow tasks delays only its own
 * tasks. A task that would wait too long, by the average of its owner, is refused at once, so that it occupies no other
 * resource while it waits in vain.
 */
export function createFairQueue({ atOnce, longestWaitMs }: FairQueueOptions) {
  const mostOfOne = Math.max(1, atOnce - 1);
  /** In the order of their turns. */
  const lines = new Map<string, Line>();
  const averages = new LRUCache<string, number>({ max: REMEMBERED });
  let running = 0;

  /** Moves an owner after all others, or removes it if it has no tasks. */
  function toTheEnd(owner: string, line: Line): void {
    lines.delete(owner);
    if (line.waiting.length > 0 || line.running > 0) lines.set(owner, line);
  }

  function next(): void {
    if (running >= atOnce) return;
    for (const [owner, line] of lines) {
      if (line.running >= mostOfOne) continue;
      const begin = line.waiting.shift();
      if (!begin) continue;
      running += 1;
      line.running += 1;
      toTheEnd(owner, line);
      begin();
      return next();
    }
  }

  function turnOf(owner: string, line: Line): Promise<void> {
    const averageMs = averages.get(owner) ?? 0;
    const expectedMs = (averageMs * line.waiting.length) / mostOfOne;
    if (expectedMs > longestWaitMs) return Promise.reject(new BusyError(expectedMs));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        if (line.waiting.length === 0 && line.running === 0) lines.delete(owner);
        reject(new BusyError(longestWaitMs));
      }, longestWaitMs).unref();
      const begin = (): void => {
        clearTimeout(late);
        resolve();
      };
      line.waiting.push(begin);
      next();
    });
  }

  return {
    /** Runs a task when it is its owner's turn. @throws BusyError if that is too late. */
    run: async <T>(owner: string, task: () => Promise<T>): Promise<T> => {
      const line = lines.get(owner) ?? { waiting: [], running: 0 };
      lines.set(owner, line);
      await turnOf(owner, line);
      const began = performance.now();
      try {
        return await task();
      } finally {
        const took = performance.now() - began;
        averages.set(owner, took * WEIGHT + (averages.get(owner) ?? took) * (1 - WEIGHT));
        running -= 1;
        line.running -= 1;
        toTheEnd(owner, line);
        next();
      }
    },
  };
}
