import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { RECEIPT } from '../workflows/contract';
import { inTime } from './with-deadline';

type Metadata = temporal.api.sdk.v1.IWorkflowMetadata;

/**
 * What a workflow says of itself: its current details and its signals. A worker answers this, so it is null where none
 * does within `withinMs`, and where there is no such workflow.
 */
export async function workflowMetadata(
  client: Client,
  workflowId: string,
  withinMs: number,
): Promise<Metadata | null> {
  const ask = () => client.workflow.getHandle(workflowId).query<Metadata>('__temporal_workflow_metadata');
  return inTime(client, withinMs, ask).catch(() => null);
}

/** The signals that a sequence in code has handlers for by now; null as above. */
export async function signalsOf(
  client: Client,
  workflowId: string,
  withinMs: number,
): Promise<string[] | null> {
  const metadata = await workflowMetadata(client, workflowId, withinMs);
  if (metadata === null) return null;
  const names = (metadata.definition?.signalDefinitions ?? []).flatMap(({ name }) => name ?? []);
  return names.filter((name) => name !== RECEIPT);
}
