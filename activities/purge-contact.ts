import { heartbeat } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { cancelWorkflow } from '../temporal/dispatcher';
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
    await store.inbox.removeOf(ids);
    await store.webhookDeliveries.removeOf(ids);
    await store.notifications.remove(ids);
    const more = ids.length === BATCH;
    if (last && !more) await store.contacts.remove(contactId);
    return { more };
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
