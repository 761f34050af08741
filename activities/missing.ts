import { activityInfo, ApplicationFailure, heartbeat } from '@temporalio/activity';
import type { Notification } from '../store/notifications/model';
import { contactOf } from '../temporal/contact-of';
import { NOTIFICATION_MISSING } from '../workflows/contract';
import type { ActivityDeps } from './deps';

/** How long a notification is looked for before its workflow fails, milliseconds: an election is over in seconds. */
const LOOK_FOR_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

/** What one look tells the next ones in heartbeat details, which outlive its failure. */
interface Looks {
  /** Since when the notification cannot be found, milliseconds since 1970. */
  missingSince?: number;
}

/** The notification; null where an erasure has taken it away. Throws as `refuseMissing` does. */
export async function findNotification(deps: ActivityDeps, id: string): Promise<Notification | null> {
  const found = await deps.store.notifications.get(id);
  if (!found) await refuseMissing(deps, id);
  return found;
}

/**
 * Returns where an erasure explains that a notification is not there. Else it was accepted and is lost, or the database
 * does not show it: that is logged and fails the activity, which is tried again for a minute and then fails for good.
 */
export async function refuseMissing({ store, client, log }: ActivityDeps, id: string): Promise<void> {
  const info = activityInfo();
  const contact = await contactOf(client, info.workflowExecution?.workflowId ?? id);
  if (contact === undefined) return;
  if (contact !== null && (await store.contacts.get(contact))?.erasingSince) return;
  const since = (info.heartbeatDetails as Looks | null | undefined)?.missingSince ?? Date.now();
  heartbeat({ missingSince: since } satisfies Looks);
  const isOver = Date.now() - since >= LOOK_FOR_MS;
  const then = isOver ? 'its workflow fails' : 'it is looked for again';
  log.error(
    { notificationId: id },
    `an accepted notification is not in the database and was not erased; ${then}`,
  );
  throw ApplicationFailure.create({
    message: `Notification ${id} is not in the database, and no erasure took it away.`,
    type: NOTIFICATION_MISSING,
    nonRetryable: isOver,
    nextRetryDelay: LOOK_AGAIN_MS,
  });
}
