import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';
import { UNMARKED_BUILD } from '../contract';

/** The outermost scopes of the runs that make a first attempt in their task now. Runs share this module, and each has a scope of its own. */
const underWay = new WeakSet<CancellationScope>();

/**
 * Whether a first attempt may run in the workflow's task: not in a cancelled scope, not in a run that began without it, and
 * not beside another one. A replay may tell the results of two in another order than they came, and what follows each
 * would then be commands in another order than the history has: the run would be stuck (TMPRL1100).
 */
export const mayRunInTask = (): boolean =>
  !CancellationScope.current().consideredCancelled &&
  isOfRun() &&
  !(underWay.has(outermostScope()) && patched('one-first-attempt-at-a-time'));

/**
 * Whether the worker of this task makes first attempts in it. Its build id says so, also in a replay, which saves the two events
 * of a patch. The patch says it of versioned workers, whose build ids are of operators, and of workers before these build ids.
 */
const isOfRun = (): boolean =>
  workflowInfo().currentDeploymentVersion?.buildId.startsWith(UNMARKED_BUILD) === true ||
  patched('first-attempt-in-task');

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
