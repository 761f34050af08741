import { LRUCache } from 'lru-cache';

/** Thrown when a turn did not come in time, or will not. What was to be done was not begun. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(
    /** After this long it is worth coming again, milliseconds. */
    readonly retryAfterMs: number,
  ) {
    super('no thread is free to render');
  }
}

export interface FairQueueOptions {
  /** Tasks under way at most. */
  atOnce: number;
  /** The longest that a task waits for its turn, milliseconds. */
  longestWaitMs: number;
}

export interface FairQueue {
  /** Runs a task when it is its owner's turn. BusyError where that comes too late. */
  run<T>(owner: string, task: () => Promise<T>): Promise<T>;
}

/** Owners whose average is remembered. */
const REMEMBERED = 1000;
/** The weight of the last task in the average. */
const WEIGHT = 0.3;

/** What an owner has waiting and under way; it exists only while there is something. */
interface Line {
  waiting: (() => void)[];
  running: number;
}

/**
 * Owners take turns: whoever has waited since the longest time ago goes next, one task at a time, and no owner has all
 * places. So an owner with many slow tasks delays its own. A task that by the average of its owner's last ones would wait
 * too long is turned away at once, so that it does not take a place elsewhere while it waits in vain.
 */
export function createFairQueue({ atOnce, longestWaitMs }: FairQueueOptions): FairQueue {
  const mostOfOne = Math.max(1, atOnce - 1);
  /** In the order of turns. */
  const lines = new Map<string, Line>();
  const averages = new LRUCache<string, number>({ max: REMEMBERED });
  let running = 0;

  /** Behind all others, where it has anything left. */
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
    run: async (owner, task) => {
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
