import { activityInfo, ApplicationFailure, heartbeat } from '@temporalio/activity';
import type { Notification } from '../store/notifications/model';
import { contactOf } from '../temporal/contact-of';
import { NOTIFICATION_MISSING } from '../workflows/contract';
import type { ActivityDeps } from './deps';

/** How long a missing notification is looked for, milliseconds: an election of MongoDB takes seconds. */
const LOOK_FOR_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

/** Returns a notification, or null if an erasure has removed it. Throws as `refuseMissing` does. */
export async function findNotification(deps: ActivityDeps, id: string): Promise<Notification | null> {
  const found = await deps.store.notifications.get(id);
  if (!found) await refuseMissing(deps, id);
  return found;
}

/**
 * Returns if an erasure explains that a notification is missing. If not, it was accepted and is lost, or the database does not
 * show it: logs that and throws a failure of the activity, which is retried for a minute and then fails for good.
 */
export async function refuseMissing({ store, client, log }: ActivityDeps, id: string): Promise<void> {
  const info = activityInfo();
  const contact = await contactOf(client, info.workflowExecution?.workflowId ?? id);
  if (contact === undefined) return;
  if (contact !== null && (await store.contacts.get(contact))?.erasingSince) return;
  // Heartbeat details outlive the failure of an attempt. Milliseconds since 1970.
  const earlier = info.heartbeatDetails as { missingSince?: number } | null | undefined;
  const since = earlier?.missingSince ?? Date.now();
  if (!info.isLocal) heartbeat({ missingSince: since });
  const isOver = Date.now() - since >= LOOK_FOR_MS;
  const then = isOver ? 'its workflow fails' : 'it is looked for again';
  log.error(
    { notificationId: id },
    `an accepted notification is not in the database and was not erased; ${then}`,
  );
  throw ApplicationFailure.create({
    message: `Notification ${id} is not in the database, and no erasure has removed it.`,
    type: NOTIFICATION_MISSING,
    nonRetryable: isOver,
    nextRetryDelay: LOOK_AGAIN_MS,
  });
}
