import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { HOLD_RELEASED, RECEIPT } from '../workflows/contract';
import { withDeadline } from './with-deadline';

type Metadata = temporal.api.sdk.v1.IWorkflowMetadata;

/**
 * Returns the current details and the signals of a workflow. A worker answers this query: the result is null if none
 * answers within `withinMs`, or if there is no such workflow.
 */
export async function workflowMetadata(
  client: Client,
  workflowId: string,
  withinMs: number,
): Promise<Metadata | null> {
  const ask = () => client.workflow.getHandle(workflowId).query<Metadata>('__temporal_workflow_metadata');
  return withDeadline(client, withinMs, ask).catch(() => null);
}

/** Returns the signals that a sequence in code handles so far, null if no worker answers within `withinMs`. */
export async function signalsOf(
  client: Client,
  workflowId: string,
  withinMs: number,
): Promise<string[] | null> {
  const metadata = await workflowMetadata(client, workflowId, withinMs);
  if (metadata === null) return null;
  const names = (metadata.definition?.signalDefinitions ?? []).flatMap(({ name }) => name ?? []);
  return names.filter((name) => name !== RECEIPT && name !== HOLD_RELEASED);
}
