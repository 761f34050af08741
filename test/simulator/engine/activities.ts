import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  RetryState,
  TimeoutFailure,
  TimeoutType,
} from '@temporalio/common';
import type { Task } from '../scheduler';
import type { ActivityContext } from './activity-module';
import { msOf } from './durations';
import type { EngineContext, Worker } from './context';
import type { ActivityOptions, Command, Job } from './instance';
import type { Activity, Run } from './run';

export type Activities = ReturnType<typeof createActivities>;

const failureOf = (activity: Pick<Activity, 'type' | 'seq'>, cause: Error): ActivityFailure =>
  new ActivityFailure(
    'Activity task failed',
    activity.type,
    String(activity.seq),
    RetryState.RETRY_STATE_UNSPECIFIED,
    'worker',
    cause,
  );

const asFailure = (error: unknown): ApplicationFailure | CancelledFailure =>
  error instanceof ApplicationFailure || error instanceof CancelledFailure
    ? error
    : ApplicationFailure.create({
        message: String(error),
        type: error instanceof Error ? error.name : 'Error',
      });

/** How often a task queue that no worker polls is looked at, milliseconds. */
const POLLED_MS = 3_000;

/** Schedules the activities of runs, and makes the attempts at them on the workers. */
export function createActivities(context: EngineContext, add: (run: Run, job: Job) => void) {
  const { scheduler, random, workers, rateOf, delay, trace } = context;
  const engine: Task = { process: null };
  /** When each task queue gives out its next activity. */
  const turns = new Map<string, number>();

  /** Returns in how many milliseconds a task queue may give out an activity: none saves up more than a second of its rate. */
  function turnOf(taskQueue: string, rate: number): number {
    const now = scheduler.now();
    const next = Math.max(now - 1_000, turns.get(taskQueue) ?? -Infinity) + 1_000 / rate;
    if (next > now) return next - now;
    turns.set(taskQueue, next);
    return 0;
  }

  function plan(run: Run, activity: Activity, inMs: number): void {
    activity.unplan = scheduler.after(
      inMs,
      () => {
        const { taskQueue, scheduleToStartTimeout } = activity.options;
        const waitsMs = scheduler.now() - activity.scheduledAt;
        if (waitsMs > (msOf(scheduleToStartTimeout) ?? Infinity))
          return end(run, activity, {
            error: new TimeoutFailure('activity timed out', undefined, TimeoutType.SCHEDULE_TO_START),
          });
        const able = workers();
        if (able.length === 0) return plan(run, activity, 500);
        if (taskQueue !== undefined) {
          const rate = rateOf(taskQueue);
          const turnMs = rate === null ? POLLED_MS : turnOf(taskQueue, rate);
          if (turnMs > 0) return plan(run, activity, turnMs);
        }
        begin(run, activity, random.pick(able));
      },
      engine,
    );
  }

  /** The engine learns how an execution ended, or gives it up. */
  function end(
    run: Run,
    activity: Activity,
    outcome: { result: unknown } | { error: Error; timedOut?: boolean },
  ): void {
    activity.execution = null;
    const over = (answer: { result?: unknown; error?: Error }): void => {
      run.activities.delete(activity.seq);
      add(run, { kind: 'resolve', seq: activity.seq, ...answer });
    };
    if ('result' in outcome) return over({ result: outcome.result });
    const { error } = outcome;
    // Temporal does not repeat what no worker has taken in time.
    const isTaken = !(error instanceof TimeoutFailure && error.timeoutType === TimeoutType.SCHEDULE_TO_START);
    const delayMs = activity.cancelRequested || !isTaken ? null : retryDelay(activity, error);
    if (delayMs === null) return over({ error: failureOf(activity, error) });
    activity.attempt += 1;
    activity.scheduledAt = scheduler.now() + delayMs;
    plan(run, activity, delayMs + delay());
  }

  function begin(run: Run, activity: Activity, worker: Worker): void {
    const execution = {};
    activity.execution = execution;
    const isOurs = (): boolean => activity.execution === execution && run.status === 'RUNNING';
    const giveUp = (type: TimeoutType): void => {
      if (!isOurs()) return;
      trace(`time-out ${activity.type} of ${run.info.workflowId}`);
      end(run, activity, {
        error: new TimeoutFailure('activity timed out', activity.heartbeatDetails, type),
      });
    };
    const stopClose = scheduler.after(
      msOf(activity.options.startToCloseTimeout) ?? 60_000,
      () => giveUp(TimeoutType.START_TO_CLOSE),
      engine,
    );
    const beatMs = msOf(activity.options.heartbeatTimeout);
    let stopBeat = (): void => undefined;
    const expectBeat = (): void => {
      stopBeat();
      if (beatMs !== undefined)
        stopBeat = scheduler.after(beatMs, () => giveUp(TimeoutType.HEARTBEAT), engine);
    };
    expectBeat();
    const heartbeat = (details: unknown): void => {
      scheduler.after(
        delay(),
        () => {
          if (isOurs()) {
            activity.heartbeatDetails = details ?? activity.heartbeatDetails;
            expectBeat();
          } else own.controller.abort(new CancelledFailure('not found'));
        },
        { process: worker.process },
      );
      if (!isOurs()) own.cancellationDetails = { notFound: true };
    };
    const own = contextOf(run, activity, {
      heartbeat,
      isLocal: false,
      firstScheduledAt: activity.firstScheduledAt,
      scheduledAt: activity.scheduledAt,
      begunAt: Math.floor(scheduler.now()),
    });
    execute(worker, own, activity).then(
      (result) => scheduler.after(delay(), () => finish({ result })),
      (error: unknown) => scheduler.after(delay(), () => finish({ error: asFailure(error) })),
    );
    const finish = (outcome: { result: unknown } | { error: Error }): void => {
      stopClose();
      stopBeat();
      if (isOurs()) end(run, activity, outcome);
    };
  }

  function execute(
    worker: Worker,
    own: ActivityContext,
    { type, args }: Pick<Activity, 'type' | 'args'>,
  ): Promise<unknown> {
    const work = worker.activities[type];
    if (!work) throw new Error(`there is no activity ${type}`);
    return new Promise((resolve, reject) => {
      const task = { process: worker.process, info: own };
      scheduler.after(0, () => void work(...(structuredClone(args) as never[])).then(resolve, reject), task);
    });
  }

  return {
    schedule: (run: Run, { seq, type, args, options }: Command & { kind: 'activity' }): void => {
      const activity: Activity = {
        ...{ seq, type, args, options, attempt: 1, execution: null, cancelRequested: false },
        ...{ heartbeatDetails: undefined, unplan: () => undefined },
        ...{ firstScheduledAt: scheduler.now(), scheduledAt: scheduler.now() },
      };
      run.activities.set(seq, activity);
      plan(run, activity, delay());
    },
    /** Cancels an activity that no worker has. One under way learns of it, and ends as it likes. */
    cancel: (run: Run, seq: number): void => {
      const activity = run.activities.get(seq);
      if (!activity || activity.cancelRequested) return;
      activity.cancelRequested = true;
      if (activity.execution) return;
      activity.unplan();
      run.activities.delete(seq);
      const cancelled = new CancelledFailure('Activity was cancelled');
      add(run, { kind: 'resolve', seq, error: failureOf(activity, cancelled) });
    },
    /** Runs a local activity in the task of a worker. It is never answered if the worker dies. */
    local: (
      run: Run,
      worker: Worker,
      { seq, type, args, options }: Command & { kind: 'local' },
      done: (job: Job) => void,
    ): void => {
      const own = contextOf(
        run,
        { attempt: 1, heartbeatDetails: undefined, seq, options },
        {
          heartbeat: () => undefined,
          isLocal: true,
          firstScheduledAt: scheduler.now(),
          scheduledAt: scheduler.now(),
          begunAt: Math.floor(scheduler.now()),
        },
      );
      const task: Task = { process: worker.process };
      let isOver = false;
      const answer = (job: { result?: unknown; error?: Error }): void => {
        if (isOver) return;
        isOver = true;
        done({ kind: 'resolve', seq, ...job });
      };
      scheduler.after(
        msOf(options.startToCloseTimeout) ?? 5_000,
        () =>
          answer({
            error: failureOf(
              { type, seq },
              new TimeoutFailure('timed out', undefined, TimeoutType.START_TO_CLOSE),
            ),
          }),
        task,
      );
      execute(worker, own, { type, args }).then(
        (result) => scheduler.after(0, () => answer({ result }), task),
        (error: unknown) =>
          scheduler.after(0, () => answer({ error: failureOf({ type, seq }, asFailure(error)) }), task),
      );
    },
  };
}

function contextOf(
  run: Run,
  {
    attempt,
    heartbeatDetails,
    seq,
    options,
  }: Pick<Activity, 'attempt' | 'heartbeatDetails' | 'seq' | 'options'>,
  {
    heartbeat,
    isLocal,
    firstScheduledAt,
    scheduledAt,
    begunAt,
  }: Pick<ActivityContext, 'heartbeat' | 'begunAt'> &
    Pick<Activity, 'firstScheduledAt' | 'scheduledAt'> & { isLocal: boolean },
): ActivityContext {
  const { workflowId, runId } = run.info;
  // Few activities ask for it, and it is costly.
  let controller: AbortController | undefined;
  return {
    info: {
      ...{ attempt, heartbeatDetails, isLocal, activityId: String(seq) },
      taskQueue: options.taskQueue ?? run.info.taskQueue,
      workflowExecution: { workflowId, runId },
      scheduledTimestampMs: Math.floor(firstScheduledAt),
      currentAttemptScheduledTimestampMs: Math.floor(scheduledAt),
    },
    heartbeat,
    get controller() {
      return (controller ??= new AbortController());
    },
    begunAt,
  };
}

/** Returns the delay before the next attempt, milliseconds; null: there is none. */
function retryDelay(
  { attempt, options }: { attempt: number; options: ActivityOptions },
  error: Error,
): number | null {
  const { retry = {} } = options;
  if (error instanceof CancelledFailure) return null;
  if (error instanceof ApplicationFailure && error.nonRetryable) return null;
  if (retry.maximumAttempts && attempt >= retry.maximumAttempts) return null;
  const asked =
    error instanceof ApplicationFailure
      ? msOf(error.nextRetryDelay as string | number | undefined)
      : undefined;
  if (asked !== undefined) return asked;
  const first = msOf(retry.initialInterval) ?? 1000;
  return Math.min(
    first * (retry.backoffCoefficient ?? 2) ** Math.min(attempt - 1, 30),
    msOf(retry.maximumInterval) ?? 100 * first,
  );
}
