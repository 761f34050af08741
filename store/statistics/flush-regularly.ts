import { setTimeout as sleep } from 'node:timers/promises';
import type { StatisticsStore } from './statistics';

/** Time between two writes, milliseconds. A process that is killed loses the counts of this time at most. */
const EVERY_MS = 5_000;
/** Maximum time of the last write, milliseconds: a process that stops does not wait for a database that is away. */
const LAST_MS = 3_000;

/** Stores the counts of a process every few seconds, and at its end. */
export function flushRegularly(
  { flush }: Pick<StatisticsStore, 'flush'>,
  onProblem: (error: unknown) => void,
): { end: () => Promise<void> } {
  const timer = setInterval(() => void flush().catch(onProblem), EVERY_MS);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      const limit = new AbortController();
      const late = sleep(LAST_MS, undefined, { signal: limit.signal }).catch(() => undefined);
      // A write under way may have begun before the last counts.
      const last = flush().then(flush).catch(onProblem);
      await Promise.race([last, late]);
      limit.abort();
    },
  };
}
