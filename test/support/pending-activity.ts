import type { Client } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time';

/** What Temporal says of the one activity that a workflow waits for. */
export interface PendingActivity {
  /** Begins so far, and the next one. */
  attempt: number;
  /** Type of the failure that it is repeated for. */
  failure: string | null;
  /** From the end of the last begin to the next one, milliseconds; 0 while it runs. */
  waitMs: number;
}

export async function pendingActivity(client: Client, workflowId: string): Promise<PendingActivity | null> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const [activity] = raw.pendingActivities ?? [];
  if (!activity) return null;
  const { nextAttemptScheduleTime: next, lastAttemptCompleteTime: last } = activity;
  return {
    attempt: activity.attempt ?? 0,
    failure: activity.lastFailure?.applicationFailureInfo?.type ?? null,
    waitMs: next && last ? tsToMs(next) - tsToMs(last) : 0,
  };
}
