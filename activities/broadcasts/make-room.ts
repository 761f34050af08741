import type { Others } from './steps';

/** Recipients of a page while the process has other work. What stores a page delays that work. */
const PAGE = 5;
/** How many times as long as usual other sends may wait before a broadcast rests, and within which bounds, milliseconds. */
const TIMES_THE_USUAL = 3;
const OTHERS_MAY_WAIT_MS = { least: 50, most: 500 };
/** Bounds of the rest in which a broadcast begins nothing, because others wait, milliseconds. It doubles while they do. */
const LEAST_REST_MS = 50;
const MOST_REST_MS = 800;
/** How often it looks whether others wait, milliseconds. */
const LOOK_MS = 100;

/**
 * Makes room for the other work of a process. While it has some, a broadcast takes small pages. If sends still wait much longer than
 * usual, because of the machine or of another process, the broadcast rests.
 */
export function makeRoom(others: Others, now: () => number) {
  let restUntil = 0;
  let lookAt = 0;
  let restMs = LEAST_REST_MS;
  return {
    /** Most recipients of the next page. */
    pageSize: (most: number): number => (others.isBusy() ? Math.min(most, PAGE) : most),
    /** Returns for how long the broadcast rests, milliseconds. `onRest` is called when a rest begins. */
    restMs: (onRest: () => void): number => {
      if (now() >= lookAt) {
        const { least, most } = OTHERS_MAY_WAIT_MS;
        const mayWaitMs = Math.min(most, Math.max(least, TIMES_THE_USUAL * others.usual()));
        const isLate = others.lately() > mayWaitMs;
        if (isLate) {
          onRest();
          restUntil = now() + restMs;
        }
        lookAt = isLate ? restUntil : now() + LOOK_MS;
        restMs = isLate ? Math.min(MOST_REST_MS, restMs * 2) : LEAST_REST_MS;
      }
      return restUntil - now();
    },
  };
}
