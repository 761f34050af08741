import { ERROR_STATUS } from '../../core/shared/error-codes';
import { isOpen } from '../../core/shared/statuses';
import { type JobAction, STATUSES_OF } from '../../core/jobs/job';
import type { Job, JobQuery } from '../../store/jobs/jobs';
import type { JobTarget } from '../../store/notifications/job-targets';
import type { Notification } from '../../store/notifications/model';
import type { SendDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { pauseOne, resumeOne } from '../notifications/pause-one';
import { retryNotification } from '../notifications/retry-notification';
import { cancelNotification } from '../sending/cancel-notifications';
import { refusalOfCancel, refusalOfPause, refusalOfResume, refusalOfRetry } from './refusals';
import { retryFactsOf } from './retry-facts';

/** What an action came to for one notification. */
export interface Acted {
  /** Why it was left as it was. Null: the action was done. */
  code: string | null;
  /** The notification that a retry has made, whose workflow has to be started. */
  made?: Notification;
}

/** The job that acts. */
export interface Acting {
  id: string;
  /** What its notifications keep about it. */
  by: string;
  startedAt: Date;
}

/** How a job does something with its notifications. A new action is one more row. */
interface ActionRow {
  /** Returns why each notification would be left as it is, in their order. Null: the action would be done. */
  judge: (
    deps: SendDeps,
    of: Pick<Job, 'applicationId' | 'environment' | 'query'>,
    targets: readonly JobTarget[],
  ) => Promise<(string | null)[]>;
  /** Does it with one notification. A repeat does nothing twice. */
  act: (deps: SendDeps, target: JobTarget, job: Acting) => Promise<Acted>;
  /** Returns what an attempt that died has done already. Null: nothing. */
  wasDone: (target: JobTarget, job: Acting, retriedAt: Date | undefined) => boolean;
}

export const ACTIONS: Record<JobAction, ActionRow> = {
  retry: {
    judge: async (deps, { applicationId, environment, query }, targets) => {
      const facts = await retryFactsOf(deps, { applicationId, environment }, targets);
      return targets.map((target) => refusalOfRetry(target, query, facts));
    },
    act: async (deps, { _id }) => {
      // It waits behind the notifications that applications send now.
      const { notification, isNew } = await retryNotification(deps, _id, { again: false, priority: 'low' });
      return { code: isNew ? null : 'RETRIED', made: notification };
    },
    wasDone: (_target, { startedAt }, retriedAt) => retriedAt !== undefined && retriedAt >= startedAt,
  },
  cancel: {
    judge: async (_deps, _job, targets) => targets.map(refusalOfCancel),
    act: async (deps, { _id }, { by }) => {
      if (await cancelNotification(deps, _id, by)) return { code: null };
      const found = await deps.store.notifications.get(_id);
      return { code: found && isOpen(found.status) ? 'IN_FLIGHT' : 'ENDED' };
    },
    wasDone: ({ status, cancelledBy }, { by }) => status === 'stopped' && cancelledBy === by,
  },
  pause: {
    judge: async (_deps, _job, targets) => targets.map(refusalOfPause),
    act: async (deps, { _id }, { by, id: job }) => {
      if (await pauseOne(deps, _id, { by, reason: null, job })) return { code: null };
      return refusedNow(deps, _id, refusalOfPause);
    },
    wasDone: wasPausedOrResumedBy,
  },
  resume: {
    judge: async (_deps, _job, targets) => targets.map(refusalOfResume),
    act: async (deps, target, { id: job }) => {
      if (await resumeOne(deps, target, job)) return { code: null };
      return refusedNow(deps, target._id, refusalOfResume);
    },
    wasDone: wasPausedOrResumedBy,
  },
};

/** The notification keeps the job with the change itself, so this is true although somebody has resumed or paused it since. */
function wasPausedOrResumedBy({ pauseJob }: JobTarget, { id }: Acting): boolean {
  return pauseJob === id;
}

/** Returns why a notification that has changed since it was judged is left. */
async function refusedNow(
  { store }: SendDeps,
  id: string,
  refusal: (target: Pick<Notification, 'status' | 'paused'>) => string | null,
): Promise<Acted> {
  const found = await store.notifications.get(id);
  return { code: found ? (refusal(found) ?? 'CHANGED') : 'NOTIFICATION_NOT_FOUND' };
}

/** Acts on one notification. What refuses it is its result; anything else is thrown, so that the page is tried again. */
export async function actOn(
  deps: SendDeps,
  action: JobAction,
  target: JobTarget,
  job: Acting,
): Promise<Acted> {
  try {
    return await ACTIONS[action].act(deps, target, job);
  } catch (error) {
    if (!(error instanceof ApiError) || ERROR_STATUS[error.code] >= 500) throw error;
    return { code: error.code };
  }
}

/** Returns the query of an action: of the notifications that match, those that it is for and that exist already. */
export const targetsOf = (action: JobAction, query: JobQuery, before: Date): JobQuery => ({
  ...query,
  status: query.status ?? STATUSES_OF[action],
  to: query.to && query.to < before ? query.to : before,
});
