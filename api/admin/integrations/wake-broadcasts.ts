import pMap from 'p-map';
import type { ApiDeps } from '../../deps';

/** Broadcasts of an application that are signalled; any further ones look again by themselves. */
const MOST = 100;
const AT_ONCE = 5;

/**
 * Lets the broadcasts of an application look again, because its integrations changed: they may wait for the next day of a warm-up. Those
 * that do not wait are signalled too, because one may be about to. The request neither waits for it nor fails with it: a broadcast
 * that was not signalled looks again by itself.
 */
export function wakeBroadcasts(
  { store, dispatcher, log }: Pick<ApiDeps, 'store' | 'dispatcher' | 'log'>,
  applicationId: string,
): void {
  const wake = async (): Promise<void> => {
    const running = await store.broadcasts.running(applicationId, MOST);
    await pMap(running, (broadcast) => dispatcher.startBroadcast(broadcast), { concurrency: AT_ONCE });
  };
  wake().catch((error: unknown) => {
    log.warn({ err: error, applicationId }, 'broadcasts were not woken after a change of an integration');
  });
}
