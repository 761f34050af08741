import pMap from 'p-map';
import type { ApiDeps } from '../../deps';

/** Broadcasts of an application that are signalled; any further ones look again by themselves. */
const MOST = 100;
const AT_ONCE = 5;

/**
 * Lets the broadcasts of an application look again, because its integrations changed: they may wait for the next day of a warm-up. Those
 * that do not wait are signalled too, because one may be about to.
 */
export async function wakeBroadcasts(
  { store, dispatcher }: Pick<ApiDeps, 'store' | 'dispatcher'>,
  applicationId: string,
): Promise<void> {
  const running = await store.broadcasts.running(applicationId, MOST);
  await pMap(running, (broadcast) => dispatcher.startBroadcast(broadcast), { concurrency: AT_ONCE });
}
