import type { Others } from './steps';

/** Recipients of a page while the process has other work. What stores a page delays that work. */
const PAGE = 5;
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
        const isLate = others.isHeldUp();
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
