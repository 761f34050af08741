import { heartbeat } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { cancelWorkflow } from '../temporal/workflow-calls';
import type { PurgeResult } from '../workflows/activities-contract';
import { webhookWorkflowId } from '../workflows/contract';
import type { ActivityDeps } from './deps';

const BATCH = 50;

/**
 * One pass over what belongs to an erased contact: stops what is open, removes notifications, captured messages and
 * webhook payloads, and deletes their executions. The last pass removes the contact's tombstone too.
 */
export function createPurgeContact({ store, client }: ActivityDeps) {
  return async ({ contactId, last }: { contactId: string; last: boolean }): Promise<PurgeResult> => {
    const ids = await store.notifications.idsOf(contactId, BATCH);
    for (const id of ids) {
      heartbeat();
      await store.outcomes.cancel(id, new Date());
      await cancelWorkflow(client, id);
      for (const { _id } of await store.webhookDeliveries.ofNotification(id)) {
        await deleteExecution(client, webhookWorkflowId(_id));
      }
      await deleteExecution(client, id);
    }
    await store.reservations.remove(await store.notifications.reservationsOf(ids));
    await store.notifications.remove(ids);
    if (ids.length === BATCH) return { more: true };
    // By contact, for what a send or a webhook under way wrote after its notification was gone.
    await store.inbox.removeOf(contactId);
    await store.webhookDeliveries.removeOf(contactId);
    if (last) await store.contacts.remove(contactId);
    return { more: false };
  };
}

/** Deletes a workflow's history, running or closed; one that does not exist is no error. */
async function deleteExecution(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
    });
  } catch (error) {
    const notFound = error instanceof Error && 'code' in error && error.code === 5;
    if (!notFound) throw error;
  }
}
