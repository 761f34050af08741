import type { Client } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time';
import { withDeadline } from './with-deadline';
import { workflowMetadata } from './workflow-metadata';

/** Where a workflow is, as far as Temporal and a worker answered in time. */
export interface Progress {
  /** "Current details" in the Temporal UI, null if unknown. */
  details: string | null;
  /** Set if the workflow's code fails and is retried. Null if it does not, or if that is unknown. */
  taskFailing: { since: Date | null; attempt: number; error: string | null } | null;
}

/** Nothing is known. */
export const NO_PROGRESS: Progress = { details: null, taskFailing: null };

/** Number of last events in which the first failure is searched for. */
const LAST_EVENTS = 20;

/** Asks Temporal, and a worker for the details, each for at most `waitMs`. It never throws. */
export async function progressOf(client: Client, workflowId: string, waitMs: number): Promise<Progress> {
  const [metadata, taskFailing] = await Promise.all([
    workflowMetadata(client, workflowId, waitMs),
    withDeadline(client, waitMs, () => failingTask(client, workflowId)).catch(() => null),
  ]);
  return { details: metadata?.currentDetails || null, taskFailing };
}

async function failingTask(client: Client, workflowId: string): Promise<Progress['taskFailing']> {
  const { raw, runId } = await client.workflow.getHandle(workflowId).describe();
  const attempt = raw.pendingWorkflowTask?.attempt ?? 0;
  if (attempt <= 1) return null;
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: LAST_EVENTS,
  });
  // The history has only the first of several failures.
  const first = history?.events?.find(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskTimedOutEventAttributes,
  );
  const message = first?.workflowTaskFailedEventAttributes?.failure?.message || null;
  const error = first?.workflowTaskTimedOutEventAttributes ? 'its worker did not answer in time' : message;
  return { attempt, since: optionalTsToDate(first?.eventTime) ?? null, error };
}
