import { newId } from '../../core/shared/ids';
import type { Scope } from '../../core/shared/scope';
import { type Period, beginOf, PERIOD_MS, PERIODS } from '../../core/statistics/period';
import type { StatisticsModel, StoredCounts } from './model';

interface Counted {
  document: StoredCounts;
  /** It has counts that are not stored. */
  changed: boolean;
}

/** Documents of one write. */
const AT_ONCE = 200;
/** How long the counts of an ended period stay in memory, milliseconds. */
const KEPT_MS = 60_000;

/**
 * Counts in memory. `flush` writes each changed document as a whole, with the sums since its beginning, so a write that is
 * repeated counts nothing twice. A process has documents of its own, so processes need no agreement.
 */
export function countInMemory(model: StatisticsModel) {
  const counted = new Map<string, Counted>();
  let flushing: Promise<void> | undefined;

  function documentOf({ applicationId, environment }: Scope, by: Period, now: number): Counted {
    const at = beginOf(by, now);
    const key = `${applicationId}:${environment}:${by}:${at}`;
    const known = counted.get(key);
    if (known) return known;
    const document = { _id: newId(), applicationId, environment, by, at: new Date(at), counts: {} };
    const added = { document, changed: true };
    counted.set(key, added);
    return added;
  }

  async function write(some: Counted[]): Promise<void> {
    // What is counted during the write sets it again.
    for (const one of some) one.changed = false;
    try {
      await model.collection.bulkWrite(
        some.map(({ document }) => ({
          replaceOne: {
            filter: { _id: document._id as never },
            replacement: document as never,
            upsert: true,
          },
        })),
        { ordered: false },
      );
    } catch (error) {
      for (const one of some) one.changed = true;
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    const changed = [...counted.values()].filter((one) => one.changed);
    for (let first = 0; first < changed.length; first += AT_ONCE)
      await write(changed.slice(first, first + AT_ONCE));
    const now = Date.now();
    for (const [key, one] of counted) {
      const endedAt = one.document.at.getTime() + PERIOD_MS[one.document.by];
      if (!one.changed && endedAt + KEPT_MS < now) counted.delete(key);
    }
  }

  return {
    /** Adds to a counter (core/statistics/counter.ts) of an application and environment. */
    count: (scope: Scope, name: string, amount = 1): void => {
      const now = Date.now();
      for (const by of PERIODS) {
        const one = documentOf(scope, by, now);
        one.document.counts[name] = (one.document.counts[name] ?? 0) + amount;
        one.changed = true;
      }
    },
    /** Stores what was counted. Calls that come together share a write. */
    flush: (): Promise<void> => (flushing ??= writeAll().finally(() => (flushing = undefined))),
  };
}
