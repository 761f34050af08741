import { refreshBacklogs } from '../store/refresh-backlogs';
import type { ApiDeps } from './deps';

/**
 * Counts the backlogs where the sweep does not, for it runs on a worker, and without any worker they grow most. It
 * waits half an interval longer than the sweep, so that it does nothing while there is one.
 */
export function watchBacklogs({ store, backlogLimit, backlogCountedEverySeconds, log }: ApiDeps): {
  stop(): void;
} {
  const everyMs = backlogCountedEverySeconds * 1000;
  let counting = false;
  const timer = setInterval(() => {
    if (counting) return;
    counting = true;
    refreshBacklogs(store, { limit: backlogLimit, everyMs: everyMs * 1.5 })
      .catch((error: unknown) => log.debug({ err: error }, 'the backlogs could not be counted'))
      .finally(() => (counting = false));
  }, everyMs / 2);
  return { stop: () => clearInterval(timer) };
}
