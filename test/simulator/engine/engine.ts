import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { createActivities } from './activities';
import type { EngineContext, StartOptions } from './context';
import type { Job } from './instance';
import { type Run, type RunStatus, newRun } from './run';
import { createTasks } from './tasks';

export type Engine = ReturnType<typeof createEngine>;

/**
 * A small model of what the service relies on of Temporal: one run per id at a time, workflow code that is replayed from what is
 * recorded, activities at least once with their time-outs and retries, local activities that are repeated with their task,
 * signals, cancels, and the death of a worker that is only noticed by a time-out.
 */
export function createEngine(context: EngineContext) {
  const { scheduler, trace } = context;
  const runs = new Map<string, Run[]>();
  let made = 0;
  const latest = (id: string): Run | undefined => runs.get(id)?.at(-1);

  const activities = createActivities(context, add);
  const tasks = createTasks(context, {
    activities,
    close,
    startChild: (type, options) => start(type, options),
    continueAsNew: (run, args) => {
      close(run, 'CONTINUED_AS_NEW');
      begin(run.type, { ...run.info, args });
    },
  });

  /** Adds to what a run has to learn. */
  function add(run: Run, job: Job): void {
    if (run.status !== 'RUNNING') return;
    run.pending.push(job);
    tasks.plan(run);
  }

  function close(run: Run, status: RunStatus): void {
    run.status = status;
    run.closedAt = scheduler.now();
    run.cached = null;
    run.task = null;
    for (const cancel of run.timers.values()) cancel();
    for (const activity of run.activities.values()) {
      activity.unplan();
      activity.execution = null;
    }
    trace(`run ${run.info.workflowId} ${status}`);
  }

  function begin(type: string, options: StartOptions): Run {
    const { workflowId, taskQueue = 'sim', args, typedSearchAttributes } = options;
    made += 1;
    const startTime = new Date(Math.floor(scheduler.now()));
    const info = { workflowId, runId: `run-${made}`, taskQueue, startTime, typedSearchAttributes };
    const run = newRun(info, type, args);
    runs.set(workflowId, [...(runs.get(workflowId) ?? []), run]);
    trace(`start ${type} ${workflowId}`);
    tasks.plan(run);
    return run;
  }

  /** Throws if the id is taken and the policies of the start do not allow it. */
  function start(type: string, options: StartOptions): Run {
    const before = latest(options.workflowId);
    if (before?.status === 'RUNNING') {
      if (options.workflowIdConflictPolicy === 'USE_EXISTING') return before;
      throw new WorkflowExecutionAlreadyStartedError(
        'Workflow execution already started',
        options.workflowId,
        type,
      );
    }
    if (before && options.workflowIdReusePolicy === 'REJECT_DUPLICATE')
      throw new WorkflowExecutionAlreadyStartedError(
        'Workflow execution already started',
        options.workflowId,
        type,
      );
    return begin(type, options);
  }

  return {
    start,
    latest,
    all: (): Run[] => [...runs.values()].flat(),
    signal: (run: Run, name: string, args: unknown[]): void => add(run, { kind: 'signal', name, args }),
    cancel: (run: Run): void => {
      if (!run.pending.some(({ kind }) => kind === 'cancel')) add(run, { kind: 'cancel' });
    },
    signalsOf: tasks.signalsOf,
    terminate: (run: Run): void => {
      if (run.status === 'RUNNING') close(run, 'TERMINATED');
    },
    /** Forgets a run, open or closed. */
    remove: (run: Run): void => {
      if (run.status === 'RUNNING') close(run, 'TERMINATED');
      const { workflowId } = run.info;
      runs.set(
        workflowId,
        (runs.get(workflowId) ?? []).filter((one) => one !== run),
      );
      if (runs.get(workflowId)?.length === 0) runs.delete(workflowId);
    },
  };
}
