import pMap from 'p-map';
import { broadcastPause, pauseOf } from '../../core/sending/pauses';
import { countsOf } from '../../core/broadcasts/counts';
import { withDeadline } from '../../temporal/with-deadline';
import { cancelWorkflow } from '../../temporal/workflow-calls';
import type { BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { audienceOf, sizeOf } from './audience-of';

const PAGE = 500;
const AT_ONCE = 20;
/** Maximum time of a call of Temporal, milliseconds. */
const CANCEL_WITHIN_MS = 5_000;
/** When recipients that are with their provider are looked at again, milliseconds. */
const AGAIN_MS = 1_000;
/** How long a run goes on, milliseconds. */
const RUN_MS = 20_000;

/**
 * Cancels the recipients of a cancelled broadcast who wait. One who is with a provider gets the outcome of that. Until this is
 * done, nobody else is sent to either: each attempt asks whether its broadcast is cancelled (BROADCAST-7).
 */
export async function cancelRest(deps: ActivityDeps, id: string): Promise<BroadcastProgress> {
  const { store, client, log } = deps;
  await removePause(deps, id);
  const until = performance.now() + RUN_MS;
  const by = `broadcast ${id}`;
  for (;;) {
    const ids = await store.broadcastRecipients.open(id, PAGE);
    const results = await pMap(
      ids,
      async (one) => {
        const result = await store.notifications.cancel(one, store.now(), by);
        if (result !== 'stopped' && result !== 'marked') return result;
        await withDeadline(client, CANCEL_WITHIN_MS, () => cancelWorkflow(client, one)).then(
          () => store.notifications.clearPendingCancel(one),
          (err: unknown) => log.warn({ err, notificationId: one }, 'a cancel failed; the sweep repeats it'),
        );
        return result;
      },
      { concurrency: AT_ONCE },
    );
    const stopped = results.filter((result) => result === 'stopped').length;
    if (ids.length === 0) break;
    const details = `Cancelling: ${stopped} more are cancelled`;
    if (performance.now() > until) return { kind: 'more', details };
    // What is left is with its provider.
    if (stopped === 0) return { kind: 'waits', until: store.now().getTime() + AGAIN_MS, details };
  }
  const found = await store.broadcasts.get(id);
  // It was cancelled before it began.
  if (found?.total === null) {
    const size = await sizeOf(
      await audienceOf(deps, { ...found, startedAt: found.startedAt ?? found.endedAt }),
    );
    await store.broadcasts.setTotal(id, size);
  }
  const broadcast = await store.broadcasts.get(id);
  if (broadcast) {
    const from = performance.now();
    const counts = countsOf(broadcast, await store.broadcastRecipients.tally(id));
    await store.broadcasts.setCounted(id, { ...counts, at: store.now(), tookMs: performance.now() - from });
  }
  await store.broadcasts.settle(id);
  return { kind: 'ended', details: 'Cancelled' };
}

/** Removes the pause of a cancelled broadcast, if the API died before it did. */
async function removePause({ store }: ActivityDeps, id: string): Promise<void> {
  const broadcast = await store.broadcasts.get(id);
  const application = broadcast && (await store.applications.get(broadcast.applicationId));
  const pause = pauseOf(application?.pauses, broadcastPause(id));
  if (application && pause) await store.pauses.remove(application._id, pause.id);
}
