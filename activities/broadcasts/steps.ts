import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Waits } from '../../process/waits';

/** What a broadcast knows of the other work of its process. */
export type Others = Pick<Waits, 'isBusy' | 'isHeldUp' | 'lacksProcessor' | 'room'>;

/** How long a step for a recipient, and one for a page, lets other work of its process go first, milliseconds. */
export const SEND_WAITS_MS = 100;
export const PAGE_WAITS_MS = 500;
/** Longest rest after a step, milliseconds. So a broadcast never stands still because a database is slow. */
const MOST_REST_MS = 250;
/**
 * While the process lacks a processor, steps delay other sends also when these wait for others. A rest is then so many times as
 * long, up to so many milliseconds: messages still come close enough to share a call, and claims do not grow old.
 */
const LONGER = { times: 5, most: 200 };
/** How long a step keeps the next one waiting, milliseconds, for example with a slow template. */
const LONGEST_MS = 1_000;
/** Age of claims for which there is no rest any more, milliseconds: they are of full pages, from before the other work began. */
const OLD_MS = 5_000;

/** When a step may be made. */
export interface When {
  /** How long the other work of the process goes first at most, milliseconds. */
  waitMs: number;
  /** When the recipients that it is about were claimed, milliseconds of the monotonic clock. Absent: none are. */
  claimedAt?: number;
}

/** Makes a step of a broadcast, when it may begin. */
export type Steps = <Result>(when: When, step: (over: () => void) => Promise<Result>) => Promise<Result>;

/**
 * Returns what makes the steps of all broadcasts of a process. While it has other work, they are made one after the other, and each
 * is followed by a rest, so that together they take about `share` of the time, and less while processors are short
 * (BROADCAST-11). A step is over when it calls `over`, when it ends, or after a second.
 */
export function createSteps(
  others: Others,
  share: number,
  { now, sleep } = { now: () => performance.now(), sleep: (ms: number): Promise<unknown> => wait(ms) },
): Steps {
  let turn: Promise<void> = Promise.resolve();
  let restUntil = 0;
  return async ({ waitMs, claimedAt = Infinity }, step) => {
    if (!others.isBusy()) return step(() => undefined);
    const before = turn;
    let next = (): void => undefined;
    turn = new Promise<void>((resolve) => {
      next = resolve;
    });
    await before;
    const leftMs = restUntil - now();
    if (leftMs > 0 && now() - claimedAt < OLD_MS && others.isBusy()) await sleep(leftMs);
    await others.room(waitMs);
    // What has come in the meantime is begun first.
    await setImmediate();
    const begunAt = now();
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const at = now();
      const restMs = Math.min(MOST_REST_MS, (at - begunAt) * (1 / share - 1));
      const longerMs = others.lacksProcessor() ? Math.min(LONGER.most, LONGER.times * restMs) : 0;
      restUntil = at + Math.max(restMs, longerMs);
      next();
    };
    const timer = setTimeout(over, LONGEST_MS);
    try {
      return await step(over);
    } finally {
      over();
    }
  };
}
