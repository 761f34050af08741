import { heartbeat } from '@temporalio/activity';
import { startTellOwner, startWebhook } from '../temporal/workflow-calls';
import { searchableOf } from '../temporal/searchable-delivery';
import type { ActivityDeps } from './deps';

const BATCH = 500;
/** Longer than the longest interval between two attempts: one that waits for its turn is not looked at each time. */
const LOOK_AGAIN_MS = 3_600_000;

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
