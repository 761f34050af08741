/** How long a batch is to take, milliseconds: so short that what waits for the same documents hardly notices. */
const WANTED_MS = 250;
/** Below the least, a batch costs more by its round trips than it takes from others. */
const [LEAST, MOST] = [500, 4000];
/** Fewer documents than that take what the round trips take, which says nothing. */
const TELLING = 100;
/** The pause after a batch, as a share of the time that it took. */
const [LEAST_SHARE, MOST_SHARE] = [0.1, 3];
const LONGEST_PAUSE_MS = 2000;
/** The best time is forgotten slowly, so that a database that has grown is not taken for a busy one for good. */
const FORGOTTEN = 1.01;

/** How fast retention works. */
export interface Pace {
  /** Documents of the next batch. */
  readonly size: number;
  /** Learns from a batch that is over; returns the pause before the next one, milliseconds. */
  after(removed: number, tookMs: number): number;
}

/**
 * Finds the size of batches and the pauses between them by the time that batches take. If a document takes longer than at
 * best, others keep the database busy, and the pause grows with that; else the next batch follows almost at once.
 */
export function createPace(): Pace {
  let size = LEAST;
  let bestMs = Infinity;
  return {
    get size() {
      return size;
    },
    after: (removed, tookMs) => {
      if (removed < TELLING) return tookMs * LEAST_SHARE;
      const each = tookMs / removed;
      bestMs = Math.min(bestMs * FORGOTTEN, each);
      const next = size * Math.min(2, Math.max(0.5, WANTED_MS / Math.max(1, tookMs)));
      size = Math.round(Math.min(MOST, Math.max(LEAST, next)));
      const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, each / bestMs - 1));
      return Math.min(LONGEST_PAUSE_MS, tookMs * share);
    },
  };
}
