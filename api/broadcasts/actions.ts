import type { Scope } from '../../core/shared/scope';
import type { Broadcast } from '../../store/broadcasts/broadcasts';
import type { Store } from '../../store/store';
import { nextCursor, placeOf } from '../http/cursor';
import { countedInList, countedOf } from './count';
import { broadcastView } from './view';

// What routes of callers and of operators do alike.

export const shownBroadcast = async (store: Store, broadcast: Broadcast) => ({
  broadcast: broadcastView(broadcast, await countedOf(store, broadcast)),
});

/** Returns a page of broadcasts, the newest first. */
export async function broadcastsPage(
  store: Store,
  scope: Scope,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const place = placeOf(after);
  const found = await store.broadcasts.list({ scope, limit, ...(place && { after: place }) });
  const broadcasts = [];
  // One after the other, so that a list takes no more of the database than one count.
  for (const one of found) broadcasts.push(broadcastView(one, await countedInList(store, one)));
  return { broadcasts, next: nextCursor(found, limit, ({ createdAt }) => createdAt) };
}
