import pMap from 'p-map';
import { broadcastPause, pauseOf } from '../../core/sending/pauses';
import { countBroadcast } from '../../store/broadcasts/count';
import type { Cancelled } from '../../store/notifications/cancel-and-close';
import { withDeadline } from '../../temporal/with-deadline';
import { cancelWorkflow } from '../../temporal/workflow-calls';
import type { BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { audienceOf, countAudience } from './audience-of';
import { goOnAlone } from './send-one';
import type { Steps } from './steps';

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
export async function cancelRest(deps: ActivityDeps, id: string, steps: Steps): Promise<BroadcastProgress> {
  const { store } = deps;
  await removePause(deps, id);
  const until = performance.now() + RUN_MS;
  for (;;) {
    const ids = await store.broadcastRecipients.open(id, PAGE);
    const results = await pMap(ids, (one) => cancelOne(deps, one, `broadcast ${id}`), {
      concurrency: AT_ONCE,
    });
    const stopped = results.filter((result) => result === 'stopped').length;
    if (ids.length === 0) break;
    const details = `Cancelling: ${stopped} more are cancelled`;
    if (performance.now() > until) return { kind: 'more', details };
    if (stopped > 0) continue;
    // What is left is with its provider, or a killed run has claimed it: its workflow ends it with the claim's lease.
    const left = await store.broadcastRecipients.unstarted(ids);
    await pMap(left, (one) => goOnAlone(deps, one), { concurrency: AT_ONCE });
    return { kind: 'waits', until: store.now().getTime() + AGAIN_MS, details };
  }
  const found = await store.broadcasts.get(id);
  if (!found) return { kind: 'ended', details: 'Removed' };
  // It was cancelled before it began, or before its audience was counted.
  if (found.total === null) {
    const audience = await audienceOf(deps, { ...found, startedAt: found.startedAt ?? found.endedAt });
    if (!(await countAudience({ ...deps, steps }, found, audience, until)))
      return { kind: 'more', details: 'Counting its audience' };
  }
  const broadcast = await store.broadcasts.get(id);
  if (broadcast) await countBroadcast(store, broadcast);
  await store.quotas.forgetPages(found, id);
  await store.broadcasts.settle(id);
  return { kind: 'ended', details: 'Cancelled' };
}

/** Cancels a recipient in the document, which decides. The call only wakes the workflow. */
async function cancelOne({ store, client, log }: ActivityDeps, id: string, by: string): Promise<Cancelled> {
  const { notifications } = store;
  const result = await notifications.cancel(id, store.now(), by);
  if (result === 'stopped' || result === 'marked')
    await withDeadline(client, CANCEL_WITHIN_MS, () => cancelWorkflow(client, id)).then(
      () => notifications.clearPendingCancel(id),
      (err: unknown) => log.warn({ err, notificationId: id }, 'a cancel failed; the sweep repeats it'),
    );
  return result;
}

/** Removes the pause of a cancelled broadcast, if the API died before it did. */
async function removePause({ store }: ActivityDeps, id: string): Promise<void> {
  const broadcast = await store.broadcasts.get(id);
  const application = broadcast && (await store.applications.get(broadcast.applicationId));
  const pause = pauseOf(application?.pauses, broadcastPause(id));
  if (application && pause) await store.pauses.remove(application._id, pause.id);
}
