import type { ActivityOptions, Instance, Job, RunInfo } from './instance';

export type RunStatus =
  'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TERMINATED' | 'TIMED_OUT' | 'CONTINUED_AS_NEW';

/** An activity that the engine schedules until it ends. */
export interface Activity {
  seq: number;
  type: string;
  args: unknown[];
  options: ActivityOptions;
  attempt: number;
  /** Differs for each execution. Null: none is under way. */
  execution: object | null;
  cancelRequested: boolean;
  heartbeatDetails: unknown;
  firstScheduledAt: number;
  scheduledAt: number;
  /** Prevents the next attempt, while one is planned. */
  unplan: () => void;
}

/** A workflow run in the engine, which outlives all workers. */
export interface Run {
  info: RunInfo;
  type: string;
  args: unknown[];
  status: RunStatus;
  closedAt: number | null;
  /** What its code has learned for good, turn by turn. */
  turns: { at: number; jobs: Job[] }[];
  /** What its code does not know yet. */
  pending: Job[];
  /** The last request that is recorded. */
  lastSeq: number;
  activities: Map<number, Activity>;
  timers: Map<number, () => void>;
  /** The workflow task under way. */
  task: object | null;
  /** The worker that has its code in memory. */
  cached: { worker: object; instance: Instance; turns: number } | null;
}

export const newRun = (info: RunInfo, type: string, args: unknown[]): Run => ({
  info,
  type,
  args,
  status: 'RUNNING',
  closedAt: null,
  turns: [],
  pending: [{ kind: 'start' }],
  lastSeq: 0,
  activities: new Map(),
  timers: new Map(),
  task: null,
  cached: null,
});
