import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Waits } from '../../process/waits';

/** What a broadcast knows of the other work of its process. */
export type Others = Pick<Waits, 'isBusy' | 'lately' | 'room'>;

/** Longest rest after a step, milliseconds. So a broadcast never stands still because a database is slow. */
const MOST_REST_MS = 250;

/** The steps of all broadcasts of a process. */
export type Steps = ReturnType<typeof createSteps>;

/**
 * Returns what makes the steps of broadcasts. While the process has other work, it makes one after the other. Each of them lets the work
 * that is under way go first, for `waitMs` at most, and is followed by a rest, so that all of them together take `share` of the
 * time (BROADCAST-11). A step is over when it calls what it gets, or ends.
 */
export function createSteps(
  others: Others,
  share: number,
  { now, sleep } = { now: () => performance.now(), sleep: (ms: number): Promise<unknown> => setTimeout(ms) },
) {
  let turn: Promise<void> = Promise.resolve();
  let restUntil = 0;
  return async <Result>(waitMs: number, step: (over: () => void) => Promise<Result>): Promise<Result> => {
    if (!others.isBusy()) return step(() => undefined);
    const before = turn;
    let next = (): void => undefined;
    turn = new Promise<void>((resolve) => {
      next = resolve;
    });
    await before;
    const restMs = restUntil - now();
    if (restMs > 0 && others.isBusy()) await sleep(restMs);
    await others.room(waitMs);
    // What has come in the meantime is begun first.
    await setImmediate();
    const begunAt = now();
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      const at = now();
      restUntil = at + Math.min(MOST_REST_MS, (at - begunAt) * (1 / share - 1));
      next();
    };
    try {
      return await step(over);
    } finally {
      over();
    }
  };
}
