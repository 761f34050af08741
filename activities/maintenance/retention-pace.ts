/** Target time of a batch, milliseconds: short enough not to delay others that need the same documents. */
const WANTED_MS = 250;
/** Minimum and maximum size of a batch, documents. A smaller one costs more in round trips than it saves. */
const [LEAST, MOST] = [500, 4000];
/** Minimum size of a batch that says something about the database: the time of a smaller one is that of its round trips. */
const TELLING = 100;
/** Minimum and maximum pause after a batch, as a share of the batch's time. */
const [LEAST_SHARE, MOST_SHARE] = [0.1, 3];
const LONGEST_PAUSE_MS = 2000;
/** Growth of the best time with each batch, so that a database that has grown does not count as busy for good. */
const FORGOTTEN = 1.01;

export type Pace = ReturnType<typeof createPace>;

/**
 * Derives the size of batches and the pauses between them from the time that batches take. If a document takes longer than
 * the best one, others use the database, and the pause grows. If not, the next batch follows almost at once.
 */
export function createPace() {
  let size = LEAST;
  let bestMs = Infinity;
  return {
    /** Documents of the next batch. */
    get size() {
      return size;
    },
    /** Learns from a finished batch. Returns the pause before the next one, milliseconds. */
    after: (removed: number, tookMs: number): number => {
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
