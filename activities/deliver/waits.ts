import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long a wait counts, milliseconds. */
const LATELY_MS = 1_000;
const RESOLUTION_MS = 10;
/** Delay of the event loop that counts: the mean of a second, without the resolution of the measurement. */
const NANOSECONDS = 1e6;

export type Waits = ReturnType<typeof createWaits>;

/**
 * Knows how long sends outside of broadcasts have waited lately, from when they were due until their provider was called, and how
 * long this process makes anything wait. Broadcasts make room for them by that.
 */
export function createWaits(now = () => performance.now()) {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let recent: { at: number; ms: number }[] = [];
  let lookedAt = -Infinity;
  return {
    note: (ms: number): void => {
      recent.push({ at: now(), ms });
      if (recent.length > 100) recent = recent.slice(-50);
    },
    /** The longest of the last second's waits, but one, milliseconds; 0: nothing has waited. */
    lately: (): number => {
      if (lookedAt === -Infinity) loop.enable();
      if (now() - lookedAt > LATELY_MS) {
        loop.reset();
        lookedAt = now();
      }
      recent = recent.filter(({ at }) => now() - at <= LATELY_MS);
      const [, second] = recent.map(({ ms }) => ms).toSorted((a, b) => b - a);
      const delay = loop.count > 0 ? loop.mean / NANOSECONDS - RESOLUTION_MS : 0;
      return Math.max(second ?? 0, delay);
    },
  };
}
