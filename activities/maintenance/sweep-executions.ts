import type { WorkflowExecutionStatusName } from '@temporalio/client';
import { idsOf } from '../../store/queries';
import type { OpenOne } from '../../store/notifications/notifications';
import { executionsAmong, listExecutions } from '../../temporal/list-executions';
import { startNotification } from '../../temporal/start-notification';
import { unlessGone } from '../../temporal/workflow-calls';
import type { CloseInput } from '../../workflows/activities-contract';
import { taskQueues, WORKFLOWS } from '../../workflows/contract';
import type { Round } from './sweep-round';

const CLOSED_MARK = 'closed-executions-until';
const SLICE_MARK = 'closed-executions-slice';
const WALK_MARK = 'open-notifications-after';
/** Overlap of two slices, milliseconds: Temporal lists executions with a delay. */
const OVERLAP_MS = 120_000;
const FIRST_LOOK_MS = 24 * 3_600_000;
const PAGE = 500;
const WALK_SLICE = 200;
/** Maximum number of slices of the walk in one round: each is one list call, and Temporal's default limit is ten a second. */
const WALK_SLICES = 5;

/** A part of Temporal's list: the executions that closed in this time, milliseconds since 1970, after this page. */
interface Slice {
  from: number;
  to: number;
  /** Base64. */
  page?: string;
}

/**
 * Closes the notifications of executions that were terminated or timed out, because these cannot do so themselves. A reset
 * terminates the old run too, so only the latest run of an id counts.
 */
export async function closeEnded(round: Round): Promise<void> {
  let slice: Slice | null = await sliceOf(round);
  while (slice && !round.isOver()) slice = await closePage(round, slice);
}

/** Closes what one page lists. Returns the rest of the slice, or null if it is done or the time is over. */
async function closePage(round: Round, { page, ...whole }: Slice): Promise<Slice | null> {
  const { store, client, taskQueue, each } = round;
  const { sweepState, notifications } = store;
  const save = (slice: Slice | null) => sweepState.set(SLICE_MARK, JSON.stringify(slice));
  const query = queryOf(taskQueue, whole);
  const { ids, next } = await listExecutions(client, { query, size: PAGE, page }).catch(async (error) => {
    // Temporal would refuse a page that it does not know any more for ever.
    if (page !== undefined) await save(whole);
    throw error;
  });
  const work = (one: OpenOne) => followExecution(round, one);
  await each(await notifications.openAmong(ids), { counts: 'closed', work });
  if (round.isOver()) return null;
  const rest = next === null ? null : { ...whole, page: next };
  if (!rest) await sweepState.set(CLOSED_MARK, String(whole.to));
  await save(rest);
  return rest;
}

/** Returns the slice that was not finished, or the next. */
async function sliceOf({ store: { sweepState } }: Round): Promise<Slice> {
  const unfinished = JSON.parse((await sweepState.get(SLICE_MARK)) ?? 'null') as Slice | null;
  if (unfinished) return unfinished;
  const to = Date.now();
  const since = Number((await sweepState.get(CLOSED_MARK)) ?? to - FIRST_LOOK_MS);
  return { from: since - OVERLAP_MS, to };
}

function queryOf(taskQueue: string, { from, to }: Slice): string {
  const [first, last] = [from, to].map((ms) => new Date(ms).toISOString());
  const what = `TaskQueue = '${taskQueues(taskQueue).main}' AND WorkflowType = '${WORKFLOWS.notification}'`;
  return `${what} AND ExecutionStatus IN ('Terminated', 'TimedOut') AND CloseTime BETWEEN '${first}' AND '${last}'`;
}

/**
 * Walks over the open notifications, some in each round, and checks those that Temporal does not list as running. If the
 * execution does not exist, the notification is started: an execution that an operator deleted looks as one that Temporal
 * lost (docs/operations/temporal.md, "Deleting a run"). If it has ended, the notification is closed.
 */
export async function startMissing(round: Round): Promise<void> {
  const { store, client, before, each } = round;
  const { sweepState, notifications } = store;
  for (let slices = 0; slices < WALK_SLICES && !round.isOver(); slices += 1) {
    const after = (await sweepState.get(WALK_MARK)) ?? '';
    const open = await notifications.openAfter(after, before, WALK_SLICE);
    // Another part of the sweep starts those without a workflow.
    const begun = open.filter(({ startPending }) => startPending === undefined);
    const running = await executionsAmong(client, idsOf(begun));
    await each(
      begun.filter(({ _id }) => !running.has(_id)),
      { counts: 'followed', work: (one) => followExecution(round, one) },
    );
    await sweepState.set(WALK_MARK, open.length < WALK_SLICE ? '' : (open.at(-1)?._id ?? ''));
    if (open.length < WALK_SLICE) return;
  }
}

/** Brings an open notification in line with the latest run of its workflow. */
async function followExecution(
  { store, client, taskQueue, log }: Round,
  { _id, reopenedAt, startPending }: OpenOne,
): Promise<void> {
  const run = await unlessGone(client.workflow.getHandle(_id).describe(), null);
  const end = run && ENDS[run.status.name];
  if (run && !end) return;
  // An operator reopened it after that run had ended, and the next run was never started. The clock of the API may be
  // behind Temporal's, so a pending start counts too.
  const isReopened = reopenedAt && run?.closeTime && (startPending || run.closeTime <= reopenedAt);
  if (end && !isReopened) {
    await store.notifications.close(_id, end.as, { at: new Date(), reason: end.reason });
    return;
  }
  const notification = await store.notifications.get(_id);
  if (!notification) return;
  if (!run) log.warn({ notificationId: _id }, 'an open notification has no workflow and is started again');
  await startNotification(client, taskQueue, notification);
}

/** How a notification ended by the status of its execution. With another status it may continue. */
const ENDS: Partial<Record<WorkflowExecutionStatusName, Pick<CloseInput, 'as' | 'reason'>>> = {
  CANCELLED: { as: 'stopped' },
  COMPLETED: { as: 'ended' },
  FAILED: { as: 'failed', reason: 'Its workflow failed in Temporal.' },
  TERMINATED: { as: 'failed', reason: 'Its workflow was terminated in Temporal.' },
  TIMED_OUT: { as: 'failed', reason: 'Its workflow timed out in Temporal.' },
};
