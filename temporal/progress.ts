import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { optionalTsToDate } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { withDeadline } from './with-deadline';
import { workflowMetadata } from './workflow-metadata';

/** Where a workflow is, as far as Temporal and a worker answered in time. */
export interface Progress {
  /** "Current details" in the Temporal UI, null if unknown. */
  details: string | null;
  /** Set if the workflow's code fails and is retried. Null if it does not, or if that is unknown. */
  taskFailing: { since: Date | null; attempt: number; error: string | null } | null;
  /** Whether Temporal described the run in time. If not, nothing is known of `pending`. */
  isDescribed: boolean;
  /** The activity that the workflow waits for. Null if it waits for none, or if that is unknown. */
  pending: PendingActivity | null;
}

/** An activity that is not over. */
export interface PendingActivity {
  /** Name of the activity, such as `deliver`. */
  name: string;
  /**
   * `running`: a worker has it. `paused`: an operator paused it in Temporal. `queued`: it waits in its queue for a worker.
   * `retried`: it waits for its next attempt.
   */
  state: 'running' | 'paused' | 'queued' | 'retried';
  /** The next attempt. Null unless it is `retried`. */
  nextAt: Date | null;
  /** The start of the attempt. Null unless it is `running`. */
  startedAt: Date | null;
  /** What the last attempt failed with. Null if none failed. */
  failure: PendingFailure | null;
}

/** `timedOut`: its worker did not answer in time. `message`: what the activity's error said. */
export type PendingFailure = { timedOut: true } | { timedOut: false; message: string | null };

/** Nothing is known. */
export const NO_PROGRESS: Progress = { details: null, taskFailing: null, isDescribed: false, pending: null };

/** Number of last events in which the first failure is searched for. */
const LAST_EVENTS = 20;

/** Asks Temporal, and a worker for the details, each for at most `waitMs`. It never throws. */
export async function progressOf(client: Client, workflowId: string, waitMs: number): Promise<Progress> {
  const describe = () => withDeadline(client, waitMs, () => client.workflow.getHandle(workflowId).describe());
  const [metadata, described] = await Promise.all([
    workflowMetadata(client, workflowId, waitMs),
    describe().catch(() => null),
  ]);
  const taskFailing =
    described &&
    (await withDeadline(client, waitMs, () => failingTask(client, workflowId, described)).catch(() => null));
  const pending = described && pendingIn(described.raw.pendingActivities ?? []);
  return { details: metadata?.currentDetails || null, taskFailing, isDescribed: described !== null, pending };
}

const { PendingActivityState: State } = temporal.api.enums.v1;

/** Returns the activity that a notification waits for: the send, else the first. */
export function pendingIn(
  activities: temporal.api.workflow.v1.IPendingActivityInfo[],
): PendingActivity | null {
  const found = activities.find(({ activityType }) => activityType?.name === 'deliver') ?? activities[0];
  if (!found) return null;
  const nextAt = optionalTsToDate(found.nextAttemptScheduleTime) ?? null;
  const isRunning = found.state === State.PENDING_ACTIVITY_STATE_STARTED;
  const state = isRunning ? 'running' : found.paused ? 'paused' : nextAt ? 'retried' : 'queued';
  return {
    name: found.activityType?.name ?? 'an activity',
    state,
    nextAt: state === 'retried' ? nextAt : null,
    startedAt: isRunning ? (optionalTsToDate(found.lastStartedTime) ?? null) : null,
    failure: found.lastFailure ? failureOf(found.lastFailure) : null,
  };
}

const failureOf = ({ timeoutFailureInfo, message }: temporal.api.failure.v1.IFailure): PendingFailure =>
  timeoutFailureInfo ? { timedOut: true } : { timedOut: false, message: message || null };

async function failingTask(
  client: Client,
  workflowId: string,
  { raw, runId }: WorkflowExecutionDescription,
): Promise<Progress['taskFailing']> {
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
