import type { Client } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time';
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
  const deadline = Date.now() + waitMs;
  const inTime = async <T>(call: () => Promise<T>): Promise<T | null> => {
    let timer: NodeJS.Timeout | undefined;
    // The client's own retries can overstep the deadline by a whole backoff.
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), waitMs)));
    const called = client.withDeadline(deadline, call).catch(() => null);
    return Promise.race([called, late]).finally(() => clearTimeout(timer));
  };
  const [details, taskFailing] = await Promise.all([
    inTime(async () => (await workflowMetadata(client, workflowId, waitMs))?.currentDetails || null),
    inTime(() => failingTask(client, workflowId)),
  ]);
  return { details, taskFailing };
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
