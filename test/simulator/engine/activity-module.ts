import type { Scheduler, Task } from '../scheduler';

/** Stands in for `@temporalio/activity` in a simulated worker. */
export { ApplicationFailure, CancelledFailure } from '@temporalio/common';

/** An attempt at an activity, as its own code sees it. */
export interface ActivityContext {
  info: Record<string, unknown>;
  heartbeat: (details?: unknown) => void;
  readonly controller: AbortController;
  /** When the engine handed it out, by the true clock. */
  begunAt: number;
  cancellationDetails?: { notFound?: boolean; timedOut?: boolean; cancelRequested?: boolean };
}

let scheduler: Pick<Scheduler, 'task'> | null = null;
export const activitiesUnder = (next: Pick<Scheduler, 'task'>): void => {
  scheduler = next;
};

function context(): ActivityContext {
  const task: Task | undefined = scheduler?.task();
  const { info } = task ?? {};
  if (!info || !('heartbeat' in info)) throw new Error('code of an activity runs outside an activity');
  return info as ActivityContext;
}

export const activityInfo = () => context().info;
export const heartbeat = (details?: unknown): void => context().heartbeat(details);
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export const Context = {
  current: () => {
    const own = context();
    return {
      info: own.info,
      get cancellationSignal() {
        return own.controller.signal;
      },
      get cancellationDetails() {
        return own.cancellationDetails;
      },
      heartbeat: own.heartbeat,
    };
  },
};
