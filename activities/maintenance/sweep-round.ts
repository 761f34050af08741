import pMap from 'p-map';
import { faultOf } from '../../temporal/fault-of';
import { inTime } from '../../temporal/with-deadline';
import type { SweepResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

export type SweepDeps = Pick<ActivityDeps, 'store' | 'client' | 'taskQueue' | 'log' | 'sweepAfterMs'>;

/** Items under way at once: so few that a single start does not queue behind them. */
const AT_ONCE = 5;
/** How long one item may take, milliseconds. */
const ITEM_MS = 10_000;
/** So many calls without an answer, and Temporal has too much to do. */
const MOST_LATE = 5;
/** Bounds of how far the next look at an item that failed is put off, milliseconds. */
const [SOONEST_MS, LATEST_MS] = [60_000, 3_600_000];

/** One kind of what a part of the sweep goes through. */
export interface Items<T extends { _id: string }> {
  /** What is counted, one for each item that was done. */
  counts: keyof SweepResult['done'];
  work: (item: T) => Promise<void>;
  /** Since when it waits, and how to have it looked at again not before a time. Absent: its next look comes by itself. */
  again?: { since: (item: T) => Date; postpone: (item: T, until: Date) => Promise<void> };
}

/** One round of the sweep. Its parts, and the items of each, do not depend on each other. */
export interface Round extends SweepDeps {
  /** Only what waits since then. */
  before: Date;
  /** When the part has to leave the rest to the next round, milliseconds since 1970. */
  until(): number;
  /** Runs a part for so long at most; what it throws ends this part only. */
  part(name: string, forMs: number, work: () => Promise<void>): Promise<void>;
  /**
   * Goes through items, a few at a time; gives those that were done. One that fails is logged and put off by as long as it
   * has waited, a minute at least and an hour at most. Throws when Temporal would take none of them.
   */
  each<T extends { _id: string }>(items: T[], of: Items<T>): Promise<T[]>;
  result(): SweepResult;
}

export function createRound(deps: SweepDeps, heartbeat: () => void): Round {
  const { client, log } = deps;
  const result: SweepResult = { done: {}, failed: 0, parts: [] };
  let until = 0;

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
        await inTime(client, ITEM_MS, () => work(item));
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
    before: new Date(Date.now() - deps.sweepAfterMs),
    until: () => until,
    part: async (name, forMs, work) => {
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
