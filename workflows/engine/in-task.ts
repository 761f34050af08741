import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';

/** How many first attempts each run has in its task now. */
const underWay = new Map<string, number>();

/**
 * Whether a first attempt may run in the workflow's task: not in a cancelled scope, not in a run that began without it, and
 * not beside another one. A replay may tell the results of two in another order than they came, and what follows each
 * would then be commands in another order than the history has: the run would be stuck (TMPRL1100).
 */
export const mayRunInTask = (): boolean =>
  !CancellationScope.current().consideredCancelled &&
  patched('first-attempt-in-task') &&
  !(underWay.has(workflowInfo().runId) && patched('one-first-attempt-at-a-time'));

/** Runs a first attempt in the workflow's task, and counts it meanwhile. */
export async function inTask<T>(call: () => Promise<T>): Promise<T> {
  const { runId } = workflowInfo();
  underWay.set(runId, (underWay.get(runId) ?? 0) + 1);
  try {
    return await call();
  } finally {
    const left = (underWay.get(runId) ?? 1) - 1;
    if (left > 0) underWay.set(runId, left);
    else underWay.delete(runId);
  }
}

/**
 * Runs a call of a first attempt, of which a cancel takes nothing, because what a provider has cannot be recalled. A cancel of
 * the run comes with a later task, and needs no scope against it. After the first scope of a worker, each promise of all its
 * runs costs twice as much, because Node then tracks them (AsyncLocalStorage).
 */
export function uncancelled<T>(call: () => Promise<T>): Promise<T> {
  const scope = CancellationScope.current();
  return scope.parent || scope.consideredCancelled ? CancellationScope.nonCancellable(call) : call();
}
