import { setTimeout as sleep } from 'node:timers/promises';
import type mongoose from 'mongoose';

export interface EnsureIndexes {
  /**
   * `unique`: those that a promise stands on; nothing may be accepted without them. `others`: those that only make
   * queries fast, so everything runs correctly while they are being built.
   */
  which: 'unique' | 'others';
  /** An index is there; `ms`: how long that took. */
  onThere?: (index: string, ms: number) => void;
  /** One could not be had yet: it is tried again, unless this throws. */
  onProblem: (index: string, error: unknown) => void;
  /** Ends it; a build that has begun goes on in the database. */
  signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Creates the indexes that are missing, one after the other, and waits until they are there. A build over millions of
 * documents outlasts the time that an answer may take; the next try joins that build, and waits on.
 */
export async function ensureIndexes(
  connection: mongoose.Connection,
  { which, onThere, onProblem, signal }: EnsureIndexes,
): Promise<void> {
  let left = Object.values(connection.models).flatMap(({ collection, schema }) =>
    schema
      .indexes()
      .filter(([, options]) => (options.unique === true) === (which === 'unique'))
      .map(([keys, options]) => ({ collection, keys, options })),
  );
  for (let pauseMs = FIRST_PAUSE_MS; left.length > 0; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const failed: typeof left = [];
    for (const index of left) {
      if (signal?.aborted) return;
      const { collection, keys, options } = index;
      const name = `${collection.name} ${Object.keys(keys).join(', ')}`;
      const from = Date.now();
      try {
        await collection.createIndex(keys as mongoose.mongo.IndexSpecification, options as object);
        onThere?.(name, Date.now() - from);
      } catch (error) {
        if (signal?.aborted) return;
        onProblem(name, error);
        failed.push(index);
      }
    }
    left = failed;
    if (left.length > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
