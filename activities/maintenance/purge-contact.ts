import { activityInfo, ApplicationFailure, heartbeat } from '@temporalio/activity';
import { deleteExecution, deleteExecutionsOf } from '../../temporal/delete-executions';
import { cancelWorkflow } from '../../temporal/workflow-calls';
import type { PurgeResult } from '../../workflows/activities-contract';
import { webhookWorkflowId } from '../../workflows/contract';
import type { ActivityDeps } from '../deps';

const BATCH = 50;

/**
 * One pass over what belongs to an erased contact: stops what is open, removes notifications, captured messages and
 * webhook payloads, and deletes their executions. The last pass ends only when Temporal has nothing of the contact
 * any more, and removes the contact's tombstone and the arrays that it was in.
 */
export function createPurgeContact(deps: ActivityDeps) {
  const { store, client } = deps;
  return async ({ contactId, last }: { contactId: string; last: boolean }): Promise<PurgeResult> => {
    const ids = await store.notifications.idsOf(contactId, BATCH);
    for (const id of ids) {
      heartbeat();
      await store.notifications.cancel(id, new Date());
      await cancelWorkflow(client, id);
      await deleteExecution(client, id);
    }
    // Read only now: a workflow that is gone tells no event any more.
    const { eventIds, batchIds, reservationIds } = await store.notifications.tracesOf(ids);
    await deleteWebhooks(deps, eventIds);
    await store.batches.markErased(batchIds, contactId);
    await store.reservations.remove(reservationIds);
    await store.notifications.remove(ids);
    if (ids.length === BATCH) return { more: true };
    // By contact, for what a send or a webhook under way wrote after its notification was gone.
    await store.inbox.removeOf(contactId);
    await deleteWebhooks(deps, await store.webhookDeliveries.idsOf(contactId));
    await store.webhookDeliveries.removeOf(contactId);
    await store.digests.removeOf(contactId);
    await store.suppressions.forget({ contactId });
    if (last) await finish(deps, contactId);
    return { more: false };
  };
}

async function deleteWebhooks({ client }: ActivityDeps, eventIds: string[]): Promise<void> {
  for (const eventId of eventIds) {
    heartbeat();
    await deleteExecution(client, webhookWorkflowId(eventId));
  }
}

/** The end of the last pass; it fails, to be tried again soon, while something of the contact is left. */
async function finish({ store, client }: ActivityDeps, contactId: string): Promise<void> {
  // What was started while the first pass ran, and earlier runs of what an operator has reset. Deleting takes Temporal
  // up to half a minute, and only what it lists no more is gone.
  if ((await deleteExecutionsOf(client, contactId, heartbeat)) > 0) throw notYet('EXECUTIONS_LEFT', 5);
  await store.contacts.remove(contactId);
  let inUse = false;
  for (const batchId of await store.batches.erasedFor(contactId)) {
    heartbeat();
    // The others of the array that are still to be sent need its payload.
    if (await store.notifications.isBatchOpen(batchId)) inUse = true;
    else await store.batches.remove(batchId);
  }
  if (inUse) throw notYet('ARRAY_IN_USE', 5 * activityInfo().attempt);
}

const notYet = (code: string, seconds: number): ApplicationFailure =>
  ApplicationFailure.create({ message: code, type: code, nextRetryDelay: `${Math.min(seconds, 600)}s` });
