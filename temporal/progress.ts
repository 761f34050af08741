import type { Client } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time';
import { inTime } from './with-deadline';
import { workflowMetadata } from './workflow-metadata';

/** Where a workflow is, as far as Temporal and its worker said in time. */
export interface Progress {
  /** What the Temporal UI shows as "Current details"; null where that is not known. */
  details: string | null;
  /** Its code cannot go on, and is tried again; null: it can, or that is not known. */
  taskFailing: { since: Date | null; attempt: number; error: string | null } | null;
}

/** Nothing is known. */
export const NO_PROGRESS: Progress = { details: null, taskFailing: null };

/** So many of the last events hold the one with which the failing began. */
const LAST_EVENTS = 20;

/** Asks Temporal and, for the details, a worker; neither is waited for longer than `waitMs`, and nothing here fails. */
export async function progressOf(client: Client, workflowId: string, waitMs: number): Promise<Progress> {
  const [metadata, taskFailing] = await Promise.all([
    workflowMetadata(client, workflowId, waitMs),
    inTime(client, waitMs, () => failingTask(client, workflowId)).catch(() => null),
  ]);
  return { details: metadata?.currentDetails || null, taskFailing };
}

async function failingTask(client: Client, workflowId: string): Promise<Progress['taskFailing']> {
  const { raw, runId } = await client.workflow.getHandle(workflowId).describe();
  const attempt = raw.pendingWorkflowTask?.attempt ?? 0;
  if (attempt <= 1) return null;
  const { namespace } = client.options;
  const execution = { workflowId, runId };
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    ...{ namespace, execution, maximumPageSize: LAST_EVENTS },
  });
  // The first of several failures only is in the history.
  const first = history?.events?.find(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskTimedOutEventAttributes,
  );
  const said = first?.workflowTaskFailedEventAttributes?.failure?.message || null;
  const error = first?.workflowTaskTimedOutEventAttributes ? 'its worker did not answer in time' : said;
  return { attempt, since: optionalTsToDate(first?.eventTime) ?? null, error };
}
