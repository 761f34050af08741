import type { Client } from '@temporalio/client';

/** What the Temporal UI shows as "Current details" of a workflow. */
export async function currentDetails(temporal: Client, workflowId: string): Promise<string> {
  const metadata = await temporal.workflow
    .getHandle(workflowId)
    .query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
