import type { Client } from '@temporalio/client';
import { GRPC, hasCode } from './grpc-code';
import { SEARCH_ATTRIBUTES } from './search-attributes';

/**
 * Deletes a run, open or closed, by default the latest one. It is no error if there is none. Temporal stops the run at
 * once and removes its history soon after.
 */
export async function deleteExecution(client: Client, workflowId: string, runId?: string): Promise<void> {
  try {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId, runId },
    });
  } catch (error) {
    if (!hasCode(error, [GRPC.NOT_FOUND])) throw error;
  }
}

/** Deletes all runs of all workflows of a contact. Returns how many it found. */
export async function deleteExecutionsOf(
  client: Client,
  contactId: string,
  onProgress: () => void,
): Promise<number> {
  let found = 0;
  const query = `${SEARCH_ATTRIBUTES.contact} = '${contactId}'`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    onProgress();
    await deleteExecution(client, workflowId, runId);
    found += 1;
  }
  return found;
}
