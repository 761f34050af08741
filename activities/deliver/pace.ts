import { LRUCache } from 'lru-cache';
import type { Notification } from '../../store/notifications/model';

/** What the pace is known of: one SEND of one event. Its provider, its template and its files are mostly the same. */
export type PaceOf = Pick<Notification, 'applicationId' | 'environment' | 'event'> & { step: string };

export type Pace = ReturnType<typeof createPace>;

/** Maximum duration of a quick attempt, milliseconds. */
const QUICK_MS = 1_000;
/** Attempts that are remembered of a SEND. One slow one among them is no reason (95 in 100 are quick). */
const REMEMBERED = 20;
/** Number of SENDs that are remembered. */
const MOST_SENDS = 10_000;

/**
 * Knows of each SEND whether its attempts in this process are quick and succeed, because only then the next first attempt may
 * keep a workflow task waiting. An attempt counts as slow as soon as it is. The memory is only an aid: after a restart it
 * is empty, and no SEND counts as quick.
 */
export function createPace() {
  const recent = new LRUCache<string, boolean[]>({ max: MOST_SENDS });
  const keyOf = ({ applicationId, environment, event, step }: PaceOf): string =>
    JSON.stringify([applicationId, environment, event, step]);
  return {
    isQuick: (of: PaceOf): boolean => {
      const known = recent.get(keyOf(of)) ?? [];
      return known.at(-1) === true && known.filter((quick) => !quick).length <= 1;
    },
    /** Measures one attempt. Call what it returns when the attempt has ended, with whether it went as a quick one may. */
    begin: (of: PaceOf): ((smooth: boolean) => void) => {
      const key = keyOf(of);
      let isNoted = false;
      const note = (quick: boolean): void => {
        clearTimeout(timer);
        if (!isNoted) recent.set(key, [...(recent.get(key) ?? []), quick].slice(-REMEMBERED));
        isNoted = true;
      };
      const timer = setTimeout(() => note(false), QUICK_MS);
      return note;
    },
  };
}
