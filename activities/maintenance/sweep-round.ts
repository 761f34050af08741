import pMap from 'p-map';
import { faultOf } from '../../temporal/fault-of';
import { withDeadline } from '../../temporal/with-deadline';
import type { SweepResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

export type SweepDeps = Pick<ActivityDeps, 'store' | 'client' | 'taskQueue' | 'log' | 'sweepAfterMs'>;

/** Maximum number of concurrent items: few enough not to delay the start of a single notification. */
const AT_ONCE = 5;
/** Maximum time of one item, milliseconds. */
const ITEM_MS = 10_000;
/** Maximum number of calls without an answer. After them Temporal counts as overloaded. */
const MOST_LATE = 5;
/** Minimum and maximum delay of an item that failed, milliseconds. */
const [SOONEST_MS, LATEST_MS] = [60_000, 3_600_000];

/** How a part of the sweep handles its items. */
export interface Items<T extends { _id: string }> {
  /** Where the items that were done are counted. */
  counts: keyof SweepResult['done'];
  work: (item: T) => Promise<void>;
  /** Since when an item waits, and how to postpone it. Absent: the next round finds it anyway. */
  again?: { since: (item: T) => Date; postpone: (item: T, until: Date) => Promise<void> };
}

export type Round = ReturnType<typeof createRound>;

/** Creates one round of the sweep. Its parts, and the items of each, do not depend on each other. */
export function createRound(deps: SweepDeps, heartbeat: () => void) {
  const { client, log } = deps;
  const result: SweepResult = { done: {}, failed: 0, parts: [] };
  let until = 0;

  /**
   * Does the work for items, a few at a time. Returns those that were done. One that fails is logged and postponed by as long
   * as it has waited, a minute at least and an hour at most. Throws if Temporal is unavailable.
   */
  async function each<T extends { _id: string }>(
    items: T[],
    { counts, work, again }: Items<T>,
  ): Promise<T[]> {
    const done: T[] = [];
    let late = 0;
    let stopped: { by: unknown } | null = null;
    const one = async (item: T): Promise<void> => {
      if (stopped || Date.now() > until) return;
      heartbeat();
      try {
        await withDeadline(client, ITEM_MS, () => work(item));
        done.push(item);
      } catch (error) {
        const fault = await faultOf(client, error);
        if (fault === 'late') late += 1;
        if (fault === 'temporal' || late > MOST_LATE) {
          stopped = { by: error };
          return;
        }
        await failed(item, error).catch((lost: unknown) => (stopped = { by: lost }));
      }
    };
    await pMap(items, one, { concurrency: AT_ONCE });
    result.done[counts] = (result.done[counts] ?? 0) + done.length;
    if (stopped) throw (stopped as { by: unknown }).by;
    return done;

    async function failed(item: T, error: unknown): Promise<void> {
      result.failed += 1;
      const now = Date.now();
      const waited = again ? now - again.since(item).getTime() : 0;
      const next = new Date(now + Math.min(LATEST_MS, Math.max(SOONEST_MS, waited)));
      log.warn({ err: error, id: item._id, ...(again && { next }) }, `the sweep failed at one: ${counts}`);
      await again?.postpone(item, next);
    }
  }

  return {
    ...deps,
    /** Items that have waited since then are old enough. */
    before: new Date(Date.now() - deps.sweepAfterMs),
    /** When the part leaves the rest to the next round, milliseconds since 1970. */
    until: () => until,
    /** Runs a part for `forMs` milliseconds at most. What it throws ends this part only. */
    part: async (name: string, forMs: number, work: () => Promise<void>): Promise<void> => {
      heartbeat();
      until = Date.now() + forMs;
      await work().catch((error: unknown) => {
        result.parts.push(name);
        log.warn({ err: error, part: name }, 'a part of the sweep failed; the next round repeats it');
      });
    },
    each,
    result: () => result,
  };
}
