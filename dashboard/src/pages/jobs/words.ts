import type { Job, JobResult } from '../../api/types';
import { agreeing } from '../../parts/agreeing';

export type JobAction = Job['action'];

/** How an action is called: its button, its title, and what was done by it. */
export const ACTION_WORDS: Record<JobAction, { label: string; title: string; done: string }> = {
  retry: { label: 'Retry', title: 'Retry notifications', done: 'retried' },
  cancel: { label: 'Cancel', title: 'Cancel notifications', done: 'cancelled' },
  pause: { label: 'Pause', title: 'Pause notifications', done: 'paused' },
  resume: { label: 'Resume', title: 'Resume notifications', done: 'resumed' },
};

/** Statuses that an action is for. */
export const STATUSES_OF: Record<JobAction, readonly string[]> = {
  retry: ['failed'],
  cancel: ['running', 'waiting'],
  pause: ['running', 'waiting'],
  resume: ['running', 'waiting'],
};

const REASONS: Readonly<Record<string, string>> = {
  SUPPRESSED: 'would fail again: the address is suppressed',
  PREFERENCE: 'would be skipped again: the recipient has switched it off',
  COUNTRY_NOT_ALLOWED: 'would be skipped again: SMS to the country are not allowed',
  ALREADY_SENT: 'have a message that was sent',
  OUTCOME_UNKNOWN: 'may have been sent: filter by the failure code OUTCOME_UNKNOWN to retry anyway',
  RETRIED: 'were retried before',
  STILL_OPEN: 'have not ended yet',
  NOT_FAILED: 'did not fail',
  ENDED: 'have ended already',
  IN_FLIGHT: 'are with a provider, whose answer decides',
  ALREADY_PAUSED: 'are paused already',
  NOT_PAUSED: 'are not paused: if the event or integration is, resume that',
  CHANGED: 'changed during the job: try again',
  CONTENT_REMOVED: 'have no content any more',
  CONTACT_NOT_FOUND: 'are to a contact that was erased',
  EVENT_NOT_FOUND: 'are of an event that no longer exists',
  NOTIFICATION_NOT_FOUND: 'are gone',
};

const why = (code: string, count: number): string => agreeing(count, REASONS[code] ?? `are refused: ${code}`);

/** Returns why notifications are left as they are, such as "2 have ended already". */
export const reasonText = (code: string, count: number): string =>
  `${count.toLocaleString('en')} ${why(code, count)}`;

/** Returns what a job did with one notification, such as "retried" or "left: has ended already". */
export const resultText = (
  action: JobAction,
  { result, code }: Pick<JobResult, 'result' | 'code'>,
): string => (result === 'done' ? ACTION_WORDS[action].done : `left: ${why(code ?? '', 1)}`);

/** Returns how far a job is, such as "40 of 120". */
export const progressText = ({ done, refused, matched, matched_more: more }: Job): string =>
  `${done + refused} of ${more ? 'more than ' : ''}${Math.max(matched, done + refused)}`;
