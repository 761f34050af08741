import { heartbeat } from '@temporalio/activity';
import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { isOpen } from '../core/statuses';
import type { Notification } from '../store/notification-model';
import { startNotification } from '../temporal/start-notification';
import { WORKFLOWS } from '../workflows/contract';
import type { ActivityDeps } from './deps';

const CLOSED_MARK = 'closed-executions-until';
const WALK_MARK = 'open-notifications-after';
/** Visibility lags behind: each look reaches back this far before the last. */
const OVERLAP_MS = 120_000;
const FIRST_LOOK_MS = 24 * 3_600_000;
const WALK_BATCH = 200;

/**
 * Writes the truth for executions that ended without writing it themselves: terminated or timed out by an operator
 * or by Temporal. A reset terminates the old run too, so only the latest run of an id counts.
 */
export async function closeEnded({ store, client, taskQueue }: ActivityDeps): Promise<number> {
  const now = Date.now();
  const since = Number((await store.sweepState.get(CLOSED_MARK)) ?? now - FIRST_LOOK_MS);
  const from = new Date(since - OVERLAP_MS).toISOString();
  const query = `WorkflowType = '${WORKFLOWS.notification}' AND ExecutionStatus IN ('Terminated', 'TimedOut', 'Failed', 'Canceled') AND CloseTime > '${from}'`;
  let closed = 0;
  for await (const { workflowId } of client.workflow.list({ query })) {
    heartbeat();
    const found = await store.notifications.get(workflowId);
    if (!found || !isOpen(found.status)) continue;
    if (await followExecution({ store, client, taskQueue }, found)) closed += 1;
  }
  await store.sweepState.set(CLOSED_MARK, String(now));
  return closed;
}

/** Brings an open notification in line with the latest run of its workflow; whether that closed it. */
async function followExecution(
  { store, client, taskQueue }: Pick<ActivityDeps, 'store' | 'client' | 'taskQueue'>,
  notification: Notification,
): Promise<boolean> {
  const { _id, reopenedAt } = notification;
  const { status, closeTime } = await client.workflow.getHandle(_id).describe();
  const end = endedAs(status.name);
  if (end === null) return false;
  if (reopenedAt && closeTime && closeTime <= reopenedAt) {
    // That run was over when an operator opened it again, and the next was never begun.
    await startNotification(client, taskQueue, notification);
    return false;
  }
  await store.endings.close(_id, end.as, { at: new Date(), reason: end.reason });
  return true;
}

interface ExecutionEnd {
  as: 'stopped' | 'ended' | 'failed';
  reason?: string;
}

/** What an execution's status says of a notification whose document is still open; null while it may go on. */
function endedAs(status: WorkflowExecutionStatusName): ExecutionEnd | null {
  switch (status) {
    case 'CANCELLED':
      return { as: 'stopped' };
    case 'COMPLETED':
      return { as: 'ended' };
    case 'FAILED':
      return { as: 'failed', reason: 'Its workflow failed in Temporal.' };
    case 'TERMINATED':
      return { as: 'failed', reason: 'Its workflow was terminated in Temporal.' };
    case 'TIMED_OUT':
      return { as: 'failed', reason: 'Its workflow timed out in Temporal.' };
    default:
      return null;
  }
}

/**
 * A slow walk over what is open, some each time: a notification whose execution does not exist (Temporal lost its
 * store) is started, one that ended longer ago than the look above reaches is closed.
 */
export async function startMissing(
  { store, client, taskQueue }: ActivityDeps,
  before: Date,
): Promise<number> {
  const after = (await store.sweepState.get(WALK_MARK)) ?? '';
  const open = await store.notifications.openAfter(after, before, WALK_BATCH);
  let missing = 0;
  for (const notification of open) {
    heartbeat();
    try {
      await followExecution({ store, client, taskQueue }, notification);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WorkflowNotFoundError')) throw error;
      await startNotification(client, taskQueue, notification);
      missing += 1;
    }
  }
  await store.sweepState.set(WALK_MARK, open.length < WALK_BATCH ? '' : (open.at(-1)?._id ?? ''));
  return missing;
}
