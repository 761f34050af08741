import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createProcessorWait } from './processor-wait';

/** How long a wait, and the end of other work, counts, milliseconds. */
const LATELY_MS = 1_000;
/** Within which time after a part of a send its next one begins, for example its workflow after its request, milliseconds. */
const BETWEEN_MS = 10;
/** How long something counts as under way, milliseconds. After that it waits for something else than this process. */
const LONGEST_MS = 1_000;
const RESOLUTION_MS = 10;
/** Waits that are kept. */
const KEPT = 100;
/** How many times as long as usual a send may wait, within which bounds, and how long if that is not known, milliseconds. */
const MAY_WAIT = { timesTheUsual: 3, least: 50, most: 500, otherwise: 100 };
/** How long this process may make everything wait, milliseconds. */
const MAY_DELAY_MS = 100;
/** Delay of the event loop that counts: the mean of a second, without the resolution of the measurement. */
const NANOSECONDS = 1e6;

export type Waits = ReturnType<typeof createWaits>;

/**
 * Knows what goes on in this process outside of broadcasts, how long sends have waited lately, from when they were due until their
 * provider was called, and how long this process makes anything wait. Broadcasts make room for them by that.
 */
export function createWaits(now = () => performance.now(), lacksProcessor = createProcessorWait()) {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const waiting = new Set<() => void>();
  const waits: { at: number; ms: number }[] = [];
  /** Those while no broadcast asked, milliseconds. */
  const calm: number[] = [];
  let askedAt = -Infinity;
  let lookedAt = -Infinity;
  let underWay = 0;
  let endedAt = -Infinity;
  let ending: NodeJS.Timeout | undefined;
  const end = (): void => {
    ending = undefined;
    for (const go of waiting) go();
  };
  return {
    note: (ms: number): void => {
      keep(waits, { at: now(), ms });
      if (now() - askedAt > 2 * LATELY_MS) keep(calm, ms);
    },
    /** Notes that a request, or an attempt at a send, has begun. Call what it returns when it has ended, or needs nothing of this process. */
    begin: (): (() => void) => {
      underWay += 1;
      clearTimeout(ending);
      ending = undefined;
      let isOver = false;
      const over = (): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        underWay -= 1;
        endedAt = now();
        if (underWay === 0) ending = setTimeout(end, BETWEEN_MS).unref();
      };
      const timer = setTimeout(over, LONGEST_MS).unref();
      return over;
    },
    /** Whether the main thread waits for a processor much of the time. */
    lacksProcessor,
    /** Whether anything has gone on in the last second. */
    isBusy: (): boolean => underWay > 0 || now() - endedAt <= LATELY_MS,
    /** Resolves when nothing goes on, after `mostMs` at the latest. */
    room: (mostMs: number): Promise<void> => {
      if (underWay === 0 && ending === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, mostMs);
        waiting.add(go);
      });
    },
    /**
     * Whether sends wait much longer than they did while no broadcast asked for this, or this process makes everything wait. Of the
     * last second's waits it is the longest but one that counts.
     */
    isHeldUp: (): boolean => {
      askedAt = now();
      if (lookedAt === -Infinity) loop.enable();
      if (now() - lookedAt > LATELY_MS) {
        loop.reset();
        lookedAt = now();
      }
      const lately = waits.flatMap(({ at, ms }) => (now() - at <= LATELY_MS ? [ms] : []));
      const [, second = 0] = longestFirst(lately);
      const delay = loop.count > 0 ? loop.mean / NANOSECONDS - RESOLUTION_MS : 0;
      return second > mayWaitMs(calm.slice(-KEPT)) || delay > MAY_DELAY_MS;
    },
  };
}

/** Adds one, and drops the oldest now and then. */
function keep<T>(kept: T[], one: T): void {
  kept.push(one);
  if (kept.length > 2 * KEPT) kept.splice(0, kept.length - KEPT);
}

const longestFirst = (waits: readonly number[]): number[] => waits.toSorted((a, b) => b - a);

function mayWaitMs(calm: readonly number[]): number {
  const { timesTheUsual, least, most, otherwise } = MAY_WAIT;
  const usual = longestFirst(calm)[Math.floor(calm.length / 2)];
  return usual === undefined ? otherwise : Math.min(most, Math.max(least, timesTheUsual * usual));
}
