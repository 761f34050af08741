import pMap from 'p-map';
import { faultOf } from '../../temporal/fault-of';
import { withDeadline } from '../../temporal/with-deadline';
import type { SweepResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { nextTryOf } from '../next-try';

export type SweepDeps = Pick<
  ActivityDeps,
  'store' | 'vault' | 'client' | 'taskQueue' | 'log' | 'sweepAfterMs' | 'waits'
>;

/** Maximum number of concurrent items: few enough not to delay the start of a single notification. */
const AT_ONCE = 5;
/** How long a part lets requests and sends of its process go first, milliseconds: four seconds in a round at most. */
const GOES_FIRST_MS = 200;
/** Maximum time of one item, milliseconds. */
const ITEM_MS = 10_000;
/** Maximum number of calls without an answer. After them Temporal counts as overloaded. */
const MOST_LATE = 5;
/** Delay before what was started is checked, milliseconds: more than the longest interval between two attempts. */
const LOOK_AGAIN_MS = 3_600_000;

/** Returns when the sweep checks what it has started or what waits. */
export const later = (): Date => new Date(Date.now() + LOOK_AGAIN_MS);

/** How a part of the sweep handles its items. */
interface Items<T extends { _id: string }> {
  /** Where the items that were done are counted. */
  counts: keyof SweepResult['done'];
  work: (item: T) => Promise<void>;
  /** If the item failed, it is postponed by as long as it has waited; if it was done, until `next`. Absent: it is not postponed. */
  again?: {
    since: (item: T) => Date;
    postpone: (item: T, until: Date) => Promise<void>;
    next?: (item: T) => Date;
  };
}

export type Round = ReturnType<typeof createRound>;

/** Creates one round of the sweep. Its parts, and the items of each, do not depend on each other. */
export function createRound(deps: SweepDeps, heartbeat: () => void) {
  const { client, log, waits } = deps;
  const result: SweepResult = { done: {}, failed: 0, parts: [] };
  let until = 0;
  const isOver = (): boolean => Date.now() > until;

  /**
   * Does the work for items, a few at a time. Returns those that were done. One that fails is logged and does not stop the
   * others. Throws if Temporal is unavailable.
   */
  async function each<T extends { _id: string }>(
    items: T[],
    { counts, work, again }: Items<T>,
  ): Promise<T[]> {
    const done: T[] = [];
    const stop = new AbortController();
    let late = 0;
    const one = async (item: T): Promise<void> => {
      if (stop.signal.aborted || isOver()) return;
      heartbeat();
      try {
        await withDeadline(client, ITEM_MS, async () => {
          await work(item);
          if (again?.next) await again.postpone(item, again.next(item));
        });
        done.push(item);
      } catch (error) {
        const fault = await faultOf(client, error);
        if (fault === 'late') late += 1;
        if (fault === 'temporal' || late > MOST_LATE) stop.abort(error);
        else await failed(item, error).catch((lost: unknown) => stop.abort(lost));
      }
    };
    await pMap(items, one, { concurrency: AT_ONCE });
    result.done[counts] = (result.done[counts] ?? 0) + done.length;
    stop.signal.throwIfAborted();
    return done;

    async function failed(item: T, error: unknown): Promise<void> {
      result.failed += 1;
      const next = again && nextTryOf(again.since(item), new Date());
      log.warn({ err: error, id: item._id, next }, `the sweep failed for one item: ${counts}`);
      if (next) await again.postpone(item, next);
    }
  }

  return {
    ...deps,
    /** Items that have waited since then are old enough. */
    before: new Date(Date.now() - deps.sweepAfterMs),
    /** Whether the part leaves the rest to the next round. */
    isOver,
    /** Runs a part, when the process has room, for `forMs` milliseconds at most. What it throws ends this part only. */
    part: async (name: string, forMs: number, work: () => Promise<void>): Promise<void> => {
      heartbeat();
      await waits.room(GOES_FIRST_MS);
      until = Date.now() + forMs;
      await work().catch((error: unknown) => {
        result.parts.push(name);
        log.warn({ err: error, part: name }, 'a part of the sweep failed; the next round repeats it');
      });
    },
    each,
    result,
  };
}
