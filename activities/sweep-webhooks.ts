import { heartbeat } from '@temporalio/activity';
import { startTellOwner, startWebhook } from '../temporal/workflow-calls';
import { searchableOf } from '../temporal/searchable-delivery';
import type { ActivityDeps } from './deps';

const BATCH = 500;
/** Longer than the longest interval between two attempts: one that waits for its turn is not looked at each time. */
const LOOK_AGAIN_MS = 3_600_000;

/** Older than any first attempt that is still waiting for its turn. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;

/** Starts the retries of webhook events whose notification's workflow ended without telling them. */
export async function tellForgotten({ store, client, taskQueue }: ActivityDeps): Promise<number> {
  const now = Date.now();
  const forgotten = await store.notifications.pendingTell(new Date(now - FORGOTTEN_AFTER_MS), BATCH);
  let told = 0;
  for (const notification of forgotten) {
    heartbeat();
    const notificationId = notification._id;
    for (const eventId of notification.untold) {
      await startWebhook(client, taskQueue, notification, { eventId, notificationId, attemptsMade: 0 });
      told += 1;
    }
    // What a dead endpoint holds up for hours must not stand before what others have forgotten.
    await store.notifications.postponeTell(notification, new Date(now + LOOK_AGAIN_MS));
  }
  return told;
}

/** Starts redeliveries and test events whose workflow was never started, or was lost. */
export async function tellDue({ store, client, taskQueue }: ActivityDeps, before: Date): Promise<number> {
  const due = await store.webhookEvents.due(before, BATCH);
  for (const delivery of due) {
    heartbeat();
    const { _id: eventId, notificationId } = delivery;
    await startWebhook(client, taskQueue, searchableOf(delivery), {
      eventId,
      notificationId,
      attemptsMade: 0,
    });
    await store.webhookEvents.postpone(delivery, new Date(Date.now() + LOOK_AGAIN_MS));
  }
  return due.length;
}

/** Has the owners told whose endpoint was switched off and who were not told yet. */
export async function tellOwners({ store, client, taskQueue }: ActivityDeps, before: Date): Promise<number> {
  const untold = await store.webhookHealth.untold(before, BATCH);
  for (const endpointId of untold) {
    heartbeat();
    await startTellOwner(client, taskQueue, { endpointId });
  }
  return untold.length;
}
