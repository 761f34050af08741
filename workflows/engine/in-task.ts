import { CancellationScope, patched } from '@temporalio/workflow';

/** Whether a first attempt may run in the workflow's task: not in a cancelled scope, and not in a run that began without it. */
export const mayRunInTask = (): boolean =>
  !CancellationScope.current().consideredCancelled && patched('first-attempt-in-task');
