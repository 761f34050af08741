import type { Channel } from '../shared/channels';
import type { ErrorCode } from '../shared/error-codes';
import type { Scope } from '../shared/scope';

/**
 * How a run of a schedule ended. `running`: it has not. `sent`: all recipients were accepted; `partly`: some; `failed`: none.
 * `missed`: it was later than `catch_up` allows, and sent nothing. `empty`: no recipient is left.
 */
export const RUN_OUTCOMES = ['running', 'sent', 'partly', 'failed', 'missed', 'empty'] as const;

export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A recipient of a run that was refused, by its place in `to`. */
export interface RunError {
  index: number;
  code: ErrorCode;
  message: string;
}

/** A run of a schedule, as it is kept with the schedule. */
export interface ScheduleRun {
  /** Id of its notification, or of the answer to an array. The ids of the notifications are derived from it. */
  id: string;
  /** The time of the schedule that it is for. */
  plannedAt: Date;
  startedAt: Date;
  /** Null: it has not ended. */
  endedAt: Date | null;
  /** Somebody asked for it. Absent: its time had come. */
  manual?: true;
  /** What it sends: the content of the schedule when it began. */
  content: string;
  outcome: RunOutcome;
  accepted: number;
  refused: number;
  /** The first of them. */
  errors: RunError[];
}

/** Maximum number of runs that are kept with a schedule. */
export const KEPT_RUNS = 20;
/** Maximum number of errors that are kept of a run. */
export const KEPT_ERRORS = 5;

/** What a run sends, as a request of the API would. */
export interface RunRequest {
  scope: Scope;
  event: string;
  channel?: Channel;
  body: { to: unknown; payload: Record<string, unknown>; language?: string; tenant?: string };
  /** Id of the run. */
  seed: string;
  /** Ids of the notifications, by recipient. */
  ids: string[];
  /** Those that an earlier attempt at the run has made. */
  existing: ReadonlySet<string>;
  /** When the run began: its quota is that of this time. */
  at: Date;
}

/** What became of the recipients of a run. */
export interface RunResult {
  accepted: number;
  refused: number;
  errors: RunError[];
}
