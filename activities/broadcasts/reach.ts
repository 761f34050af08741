import { setTimeout as sleep } from 'node:timers/promises';
import { type Blocked, SEEN_WITHIN_MS } from '../../core/broadcasts/broadcast';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import { persistently } from '../../store/persistently';
import type { BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { audienceOf, countAudience } from './audience-of';
import { finish } from './finish';
import type { Pace } from './pace';
import { beginPage } from './page';
import { together } from './page-deps';
import type { Share } from './share';
import { PAGE_WAITS_MS, type Steps } from './steps';

/** Recipients of a page. */
const PAGE = 50;
/** Pages under way at once: while one is sent, the next one is stored. */
const PAGES_AT_ONCE = 2;
/** How long a run goes on, milliseconds. A worker that shuts down waits for it. */
const RUN_MS = 20_000;
/** How long the question whether the broadcast goes on is repeated while the database is away, milliseconds. */
const ASK_FOR_MS = 30_000;
/** Minimum wait that the workflow makes and not this activity, milliseconds. */
const LONG_WAIT_MS = 2_000;
/** When a broadcast that cannot go on is tried again, milliseconds. */
const AGAIN_MS = 60_000;
/** The same if it waits for a time: the settings that say so may change before. */
const LOOK_MS = 15 * 60_000;

/**
 * Reaches the next recipients of a running broadcast, page by page. The place of the broadcast moves after a page when each of
 * its recipients has an outcome or a workflow. So a run after a crash meets those whom the crash has left, by their ids.
 */
export async function reach(
  deps: ActivityDeps,
  broadcast: Broadcast,
  { runner, pace, share, steps }: { runner: string; pace: Pace; share: Share; steps: Steps },
): Promise<BroadcastProgress> {
  const { store } = deps;
  const { _id } = broadcast;
  const until = performance.now() + RUN_MS;
  const audience = await audienceOf(deps, broadcast);
  if (broadcast.total === null && !(await countAudience({ ...deps, steps }, broadcast, audience, until)))
    return { kind: 'more', details: 'Counting its audience' };
  const goesOn = fresh(deps, () => store.broadcasts.mayGoOn(_id, runner));
  const own = together(deps, { share, pace, goesOn });
  const pages = createPages();
  let after: string | null = broadcast.after;
  let reached = 0;
  const progress = (rest: Pick<BroadcastProgress, 'kind' | 'until'>): BroadcastProgress => ({
    ...rest,
    details: `${reached} recipients reached in the last ${RUN_MS / 1000} seconds`,
  });
  try {
    return await reachAll();
  } catch (error) {
    await pages.settled();
    throw error;
  }

  async function reachAll(): Promise<BroadcastProgress> {
    // What is begun is ended, also when the process shuts down.
    while (!deps.stopping.aborted && (await goesOn())) {
      const waitMs = pace.waitMs();
      if (performance.now() + waitMs > until || waitMs > LONG_WAIT_MS) {
        await pages.ended();
        if (waitMs <= LONG_WAIT_MS) return progress({ kind: 'more' });
        const at = store.now();
        await block(deps, broadcast, { code: 'PROVIDER_RESTS', until: new Date(at.getTime() + waitMs) });
        return progress({ kind: 'waits', until: at.getTime() + waitMs });
      }
      if (waitMs > 0) await sleep(waitMs);
      await pages.room();
      const next = await steps({ waitMs: PAGE_WAITS_MS }, async () => {
        // It may have waited.
        if (deps.stopping.aborted || !(await goesOn())) return null;
        const page = await audience.page(after, pace.pageSize(PAGE));
        return { page, begun: await beginPage(own, broadcast, page.contactIds, { pace, goesOn, steps }) };
      });
      if (!next) break;
      const { page, begun } = next;
      if ('code' in begun) {
        await pages.ended();
        const now = store.now().getTime();
        const until = begun.until ?? new Date(now + AGAIN_MS);
        await block(deps, broadcast, { code: begun.code, until });
        const details = `It waits until ${until.toISOString()}: ${begun.code}`;
        return { kind: 'waits', until: Math.min(until.getTime(), now + LOOK_MS), details };
      }
      pace.keepBelow(begun.perSecond);
      pace.take(begun.size);
      reached += begun.size;
      after = begun.cutAfter ?? page.next;
      const isLast = after === null;
      const to = begun.cutAfter ?? page.contactIds.at(-1) ?? after ?? broadcast.after;
      pages.add(begun.done, async () => {
        await store.broadcasts.advance(_id, runner, { after: to, isLast, at: store.now() });
      });
      if (!isLast) continue;
      await pages.ended();
      return finish(deps, _id);
    }
    await pages.ended();
    return progress({ kind: 'more' });
  }
}

/** Stores why a broadcast does not go on now, and since when. */
async function block(
  { store }: ActivityDeps,
  { _id, blocked }: Broadcast,
  { code, until }: Pick<Blocked, 'code' | 'until'>,
): Promise<void> {
  const since = blocked?.code === code ? blocked.since : store.now();
  await store.broadcasts.setBlocked(_id, { code, since, until });
}

/** Asks at most every `SEEN_WITHIN_MS`. A no stays. */
function fresh(deps: ActivityDeps, ask: () => Promise<boolean>): () => Promise<boolean> {
  let isOver = false;
  let answer = Promise.resolve(true);
  let askedAt = -Infinity;
  return async () => {
    if (!isOver && performance.now() - askedAt > SEEN_WITHIN_MS) {
      askedAt = performance.now();
      answer = persistently(deps, ask, deps.store.now().getTime() + ASK_FOR_MS);
      answer.then(
        (goesOn) => {
          isOver ||= !goesOn;
        },
        () => undefined,
      );
    }
    return !isOver && (await answer) && !isOver;
  };
}

/** The pages under way. What follows a page is done in the order of the pages. */
function createPages() {
  const underWay = new Set<Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  return {
    room: async (): Promise<void> => {
      while (underWay.size >= PAGES_AT_ONCE) await Promise.race(underWay);
    },
    add: (done: Promise<void>, then: () => Promise<void>): void => {
      const page = Promise.all([last, done]).then(then);
      last = page;
      underWay.add(page);
      // Whoever waits for room, or for the end, gets a failure.
      page.then(
        () => underWay.delete(page),
        () => undefined,
      );
    },
    ended: async (): Promise<void> => void (await Promise.all([...underWay, last])),
    /** Resolves when nothing is under way, also after failures. */
    settled: async (): Promise<void> => void (await Promise.allSettled([...underWay, last])),
  };
}
