import { CancellationScope, patched } from '@temporalio/workflow';

/** Whether a first attempt may run in the workflow's task: not in a cancelled scope, and not in a run that began without it. */
export const mayRunInTask = (): boolean =>
  !CancellationScope.current().consideredCancelled && patched('first-attempt-in-task');

/**
 * Runs a call of a first attempt, of which a cancel takes nothing, because what a provider has cannot be recalled. A cancel of
 * the run comes with a later task, and needs no scope against it. After the first scope of a worker, each promise of all its
 * runs costs twice as much, because Node then tracks them (AsyncLocalStorage).
 */
export function uncancelled<T>(call: () => Promise<T>): Promise<T> {
  const scope = CancellationScope.current();
  return scope.parent || scope.consideredCancelled ? CancellationScope.nonCancellable(call) : call();
}
