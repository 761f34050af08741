import { newId } from '../../core/shared/ids';
import type { Scope } from '../../core/shared/scope';
import { type EventCount, counter, OTHER_EVENTS } from '../../core/statistics/counter';
import { type Period, beginOf, PERIOD_MS, PERIODS } from '../../core/statistics/period';
import type { StatisticsModel, StoredCounts } from './model';

interface Counted {
  document: StoredCounts;
  /** Events that it counts by name. */
  events: Set<string>;
  /** It has counts that are not stored. */
  changed: boolean;
}

/** Documents of one write. */
const AT_ONCE = 200;
/** Events that a document counts by name, so that it stays small. The others are counted together. */
export const MOST_EVENTS = 200;
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
    const added = { document, events: new Set<string>(), changed: true };
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

  function add(one: Counted, name: string, amount: number): void {
    const { counts } = one.document;
    counts[name] = (counts[name] ?? 0) + amount;
    one.changed = true;
  }

  return {
    /** Adds to a counter of an event. */
    countEvent: (scope: Scope, what: EventCount, event: string, amount = 1): void => {
      const now = Date.now();
      for (const by of PERIODS) {
        const one = documentOf(scope, by, now);
        if (one.events.size < MOST_EVENTS) one.events.add(event);
        add(one, counter.event(what, one.events.has(event) ? event : OTHER_EVENTS), amount);
      }
    },
    /** Adds to a counter (core/statistics/counter.ts) of an application and environment. */
    count: (scope: Scope, name: string, amount = 1): void => {
      const now = Date.now();
      for (const by of PERIODS) add(documentOf(scope, by, now), name, amount);
    },
    /** Stores what was counted. Calls that come together share a write. */
    flush: (): Promise<void> => (flushing ??= writeAll().finally(() => (flushing = undefined))),
  };
}
