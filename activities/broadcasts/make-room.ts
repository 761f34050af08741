import type { Waits } from '../../process/waits';

/** What a broadcast knows of the other work of its process. */
export type Others = Pick<Waits, 'isBusy' | 'lately' | 'room'>;

/** Recipients of a page while the process has other work. What stores a page delays that work. */
const PAGE = 10;
/** How long a send, and a page, of a broadcast let other work go first, milliseconds. So a broadcast never stands still. */
const SEND_WAITS_MS = 50;
const PAGE_WAITS_MS = 250;
/** How long other sends may wait before a broadcast rests, milliseconds. */
const OTHERS_MAY_WAIT_MS = 100;
/** Bounds of the rest in which a broadcast begins nothing, because others wait, milliseconds. It doubles while they do. */
const LEAST_REST_MS = 50;
const MOST_REST_MS = 800;
/** How often it looks whether others wait, milliseconds. */
const LOOK_MS = 100;

/**
 * Makes room for the other work of a process. While it has some, a broadcast takes small steps, and each of them lets the work that
 * is under way go first. If sends still wait long, because of the machine or of another process, the broadcast rests.
 */
export function makeRoom(others: Others, now: () => number) {
  let restUntil = 0;
  let lookAt = 0;
  let restMs = LEAST_REST_MS;
  let turn: Promise<void> = Promise.resolve();
  return {
    /** Most recipients of the next page. */
    pageSize: (most: number): number => (others.isBusy() ? Math.min(most, PAGE) : most),
    beforePage: (): Promise<void> => others.room(PAGE_WAITS_MS),
    /** Resolves when a send may begin. While there is other work, one begins after the other. */
    beforeSend: (): Promise<void> => {
      if (!others.isBusy()) return Promise.resolve();
      // What has come in the meantime is begun before the next send.
      turn = turn
        .then(() => others.room(SEND_WAITS_MS))
        .then(() => new Promise<void>((resolve) => void setImmediate(resolve)));
      return turn;
    },
    /** Returns for how long the broadcast rests, milliseconds. `onRest` is called when a rest begins. */
    restMs: (onRest: () => void): number => {
      if (now() >= lookAt) {
        const isLate = others.lately() > OTHERS_MAY_WAIT_MS;
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
