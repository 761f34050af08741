import { setTimeout as sleep } from 'node:timers/promises';
import type mongoose from 'mongoose';

export interface EnsureIndexes {
  /**
   * `unique`: indexes that promises depend on. Nothing may be accepted without them. `others`: indexes that only make
   * queries fast. Everything works while they are built.
   */
  which: 'unique' | 'others';
  /** Called after an index exists; `ms`: how long that took. */
  onThere?: (index: string, ms: number) => void;
  /** Called after a failure. The index is retried, unless this throws. */
  onProblem: (index: string, error: unknown) => void;
  /** Ends the creation. A build that has begun continues in the database. */
  signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Creates missing indexes one after the other, and waits until they exist. A build over millions of documents may take
 * longer than the timeout of an answer. The next try joins that build and waits again.
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
