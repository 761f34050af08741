import { activityInfo, ApplicationFailure, heartbeat } from '@temporalio/activity';
import { deleteExecution, deleteExecutionsOf } from '../../temporal/delete-executions';
import { cancelWorkflow } from '../../temporal/workflow-calls';
import type { Activities } from '../../workflows/activities-contract';
import { webhookWorkflowId } from '../../workflows/contract';
import type { ActivityDeps } from '../deps';

const BATCH = 50;
/** Maximum time of one call before the workflow calls again, milliseconds. Each batch is removed before the next is read. */
const CALL_MS = 20_000;

/**
 * Makes a part of one pass over the data of an erased contact: cancels what is open, removes notifications, captured messages
 * and webhook payloads, and deletes their executions. Answers `more` until the pass has ended. The last pass ends when
 * Temporal lists nothing of the contact any more, and removes the contact's tombstone and the arrays that it was in.
 */
export function createPurgeContact(deps: ActivityDeps, callMs = CALL_MS): Activities['purgeContact'] {
  const { store } = deps;
  return async ({ contactId, last }) => {
    const until = performance.now() + callMs;
    while ((await removeNotifications(deps, contactId)) || (await removeDeliveries(deps, contactId)))
      if (performance.now() >= until) return { more: true };
    // By contact, because a send or webhook under way may write after its notification is removed.
    await store.inbox.removeOf(contactId);
    await store.webhookDeliveries.removeOf(contactId);
    await store.digests.removeOf(contactId);
    await store.subscriptions.removeOf(contactId);
    await store.suppressions.forget({ contactId });
    await store.caps.removeOf(contactId);
    await store.folds.removeOf(contactId);
    await store.preferenceChanges.removeOf(contactId);
    if (last) await finish(deps, contactId);
    return { more: false };
  };
}

/** Removes some notifications of a contact. Returns whether there may be more. */
async function removeNotifications(deps: ActivityDeps, contactId: string): Promise<boolean> {
  const { store, client } = deps;
  const ids = await store.notifications.idsOf(contactId, BATCH);
  for (const id of ids) {
    heartbeat();
    await store.notifications.cancel(id, new Date());
    await cancelWorkflow(client, id);
    await deleteExecution(client, id);
  }
  // Read after the executions are deleted: no workflow adds an event any more.
  const { scope, holders, eventIds, batchIds, reservationIds } = await store.notifications.tracesOf(ids);
  await deleteWebhooks(deps, eventIds);
  await store.batches.markErased(batchIds, contactId);
  await store.reservations.remove(reservationIds);
  if (scope && holders.length > 0) await store.quotas.settleAll(scope, holders);
  await store.notifications.remove(ids);
  return ids.length === BATCH;
}

/** Removes some webhook events of a contact. Returns whether there may be more. */
async function removeDeliveries(deps: ActivityDeps, contactId: string): Promise<boolean> {
  const { webhookDeliveries } = deps.store;
  const ids = await webhookDeliveries.idsOf(contactId, BATCH);
  await deleteWebhooks(deps, ids);
  await webhookDeliveries.remove(ids);
  return ids.length === BATCH;
}

async function deleteWebhooks({ client }: ActivityDeps, eventIds: string[]): Promise<void> {
  for (const eventId of eventIds) {
    heartbeat();
    await deleteExecution(client, webhookWorkflowId(eventId));
  }
}

/** Ends the last pass. Throws a retryable failure while something of the contact is left. */
async function finish({ store, client }: ActivityDeps, contactId: string): Promise<void> {
  // Executions that started during the first pass, and earlier runs of those that an operator has reset. Temporal takes up
  // to half a minute to delete them, and lists them until then.
  if ((await deleteExecutionsOf(client, contactId, heartbeat)) > 0) throw notYet('EXECUTIONS_LEFT', 5);
  await store.contacts.remove(contactId);
  let inUse = false;
  for (const batchId of await store.batches.erasedFor(contactId)) {
    heartbeat();
    // The other notifications of the array may still need its payload.
    if (await store.notifications.isBatchOpen(batchId)) inUse = true;
    else await store.batches.remove(batchId);
  }
  if (inUse) throw notYet('ARRAY_IN_USE', 5 * activityInfo().attempt);
}

const notYet = (code: string, seconds: number): ApplicationFailure =>
  ApplicationFailure.create({ message: code, type: code, nextRetryDelay: `${Math.min(seconds, 600)}s` });
