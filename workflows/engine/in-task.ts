import { CancellationScope, patched } from '@temporalio/workflow';

/** The outermost scopes of the runs that make a first attempt in their task now. Runs share this module, and each has a scope of its own. */
const underWay = new WeakSet<CancellationScope>();

/**
 * Whether a first attempt may run in the workflow's task: not in a cancelled scope, not in a run that began without it, and
 * not beside another one. A replay may tell the results of two in another order than they came, and what follows each
 * would then be commands in another order than the history has: the run would be stuck (TMPRL1100).
 */
export const mayRunInTask = (): boolean =>
  !CancellationScope.current().consideredCancelled &&
  patched('first-attempt-in-task') &&
  !(underWay.has(outermostScope()) && patched('one-first-attempt-at-a-time'));

/** Runs a first attempt in the workflow's task, and knows of it meanwhile. `otherwise` answers for one that fails. */
export function inTask<T>(call: () => Promise<T>, otherwise: (error: unknown) => T): Promise<T> {
  const run = outermostScope();
  underWay.add(run);
  return call().then(
    (answer) => {
      underWay.delete(run);
      return answer;
    },
    (error: unknown) => {
      underWay.delete(run);
      return otherwise(error);
    },
  );
}

function outermostScope(scope = CancellationScope.current()): CancellationScope {
  return scope.parent ? outermostScope(scope.parent) : scope;
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
