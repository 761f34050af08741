import type { Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from './search-attributes';

const NOT_FOUND = 5;

/**
 * Deletes an execution, running or closed; one that does not exist is no error. Without a run it is the latest one.
 * Temporal stops it at once and removes its history soon after.
 */
export async function deleteExecution(client: Client, workflowId: string, runId?: string): Promise<void> {
  try {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId, runId },
    });
  } catch (error) {
    const notFound = error instanceof Error && 'code' in error && error.code === NOT_FOUND;
    if (!notFound) throw error;
  }
}

/** Deletes all runs of all executions that carry a contact's id; how many it found. */
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
