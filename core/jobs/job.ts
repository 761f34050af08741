import { type NotificationStatus, OPEN_STATUSES } from '../shared/statuses';

/** What a job does with each of its notifications. */
export const JOB_ACTIONS = ['retry', 'cancel', 'pause', 'resume'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** Statuses of the notifications that an action is for. */
export const STATUSES_OF: Record<JobAction, readonly NotificationStatus[]> = {
  retry: ['failed'],
  cancel: OPEN_STATUSES,
  pause: OPEN_STATUSES,
  resume: OPEN_STATUSES,
};

/** `stopped`: somebody stopped it, and it can continue. */
export const JOB_STATES = ['running', 'stopped', 'done'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Maximum number of notifications that a job may name by their ids. */
export const MAX_JOB_IDS = 1000;

/** Notifications of one page of a job. A job that is stopped finishes its page. */
export const JOB_PAGE = 50;

/** How many notifications a job has dealt with. */
export interface JobCounts {
  done: number;
  /** Those that it left as they were. */
  refused: number;
  /** The refused ones by code. */
  reasons: Record<string, number>;
}

export const NO_COUNTS: JobCounts = { done: 0, refused: 0, reasons: {} };

/** Returns the counts of results, each of which is the code of a refusal, or null if the action was done. */
export function countsOf(codes: readonly (string | null)[]): JobCounts {
  const counts: JobCounts = { done: 0, refused: 0, reasons: {} };
  for (const code of codes) {
    if (code === null) counts.done += 1;
    else {
      counts.refused += 1;
      counts.reasons[code] = (counts.reasons[code] ?? 0) + 1;
    }
  }
  return counts;
}
