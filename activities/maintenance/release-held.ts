import { heartbeat } from '@temporalio/activity';
import { signalReleased } from '../../temporal/workflow-calls';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** Number of notifications that are read and recorded at once. */
const PAGE = 100;
/** How long one call releases, milliseconds. The next call continues. */
const LASTS_MS = 20_000;

/**
 * Signals the notifications that a resumed pause holds, one after the other, oldest first (PAUSE-4). First those that fell due
 * before the resume, while the pause still holds younger ones, so that they do not overtake. Then the pause holds nothing more,
 * and the others are released. A notification is recorded as released after its signal: if the process dies between the two, it
 * is signalled again, which does no harm.
 */
export function createReleaseHeld({ store, client, fault }: ActivityDeps): Activities['releaseHeld'] {
  return async ({ applicationId, pause: id }) => {
    const endAt = Date.now() + LASTS_MS;
    let released = 0;
    for (;;) {
      const application = await store.applications.get(applicationId);
      const pause = application?.pauses?.find((one) => one.id === id);
      // It is over, or its thing was paused again.
      if (!pause?.resumedAt) return { more: false, released };
      const until = pause.opened ? undefined : pause.resumedAt;
      const found = await store.holds.heldBy(pause.of, { until, limit: PAGE });
      if (found.length === 0) {
        if (!pause.opened) {
          await store.pauses.open(applicationId, id);
          continue;
        }
        await store.pauses.remove(applicationId, id);
        return { more: false, released };
      }
      for (const { _id } of found) {
        await signalReleased(client, _id, id);
        heartbeat();
      }
      fault('signalled-held');
      await store.holds.released(found, store.now());
      released += found.length;
      if (Date.now() > endAt) return { more: true, released };
    }
  };
}
