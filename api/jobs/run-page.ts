import pMap from 'p-map';
import { type JobCounts, countsOf, JOB_PAGE } from '../../core/jobs/job';
import { newId } from '../../core/shared/ids';
import type { Job } from '../../store/jobs/jobs';
import { type JobResult, resultIdOf } from '../../store/jobs/results';
import type { JobTarget } from '../../store/notifications/job-targets';
import type { SendDeps } from '../deps';
import { ACTIONS, type Acted, actOn, targetsOf } from './actions';

/** Concurrent notifications: few, so that a job delays no send. */
const AT_ONCE = 5;

/** What `cancelled_by` of a notification says about a job. */
export const jobName = ({ _id, by }: Pick<Job, '_id' | 'by'>): string => `admin key ${by.name}, job ${_id}`;

/**
 * Returns what does the next page of a job. It returns whether there may be another one, and null if there is no such job. The
 * page is stored before anything is done, and its results after, so every attempt is about the same notifications and counts
 * them once.
 */
export const createJobPage =
  (deps: SendDeps) =>
  async (jobId: string): Promise<{ more: boolean } | null> => {
    const found = await deps.store.jobs.get(jobId);
    if (!found) return null;
    const job = found.state === 'running' ? await begun(deps, found) : null;
    if (!job?.page) return { more: false };
    const { ids, next } = job.page;
    const known = await deps.store.jobResults.of(jobId, ids);
    const isKnown = new Set(known.map(({ notificationId }) => notificationId));
    const results = await resultsOf(
      deps,
      job,
      ids.filter((id) => !isKnown.has(id)),
    );
    deps.fault('job-page-done');
    await deps.store.jobResults.add(results);
    await deps.store.jobs.endPage(job, countsIn([...known, ...results]), deps.store.now());
    return { more: next !== null };
  };

const countsIn = (results: readonly JobResult[]): JobCounts => countsOf(results.map(({ code }) => code));

/** Returns the job with its page: the one that an attempt before this has begun, or the next one. Null: it was stopped. */
async function begun({ store }: SendDeps, job: Job): Promise<Job | null> {
  if (job.page) return job;
  if (job.ids) {
    const from = job.counts.done + job.counts.refused;
    const ids = job.ids.slice(from, from + JOB_PAGE);
    const isLast = from + JOB_PAGE >= job.ids.length;
    const next = isLast ? null : { at: job.startedAt, id: job._id };
    return store.jobs.beginPage(job._id, { id: newId(), ids, next });
  }
  const { _id, applicationId, environment, action, query, startedAt, after } = job;
  const lines = await store.jobTargets.list({
    ...targetsOf(action, query, startedAt),
    scope: { applicationId, environment },
    ...(after && { after }),
    limit: JOB_PAGE,
  });
  const last = lines.length < JOB_PAGE ? undefined : lines.at(-1);
  const next = last ? { at: last.startedAt, id: last._id } : null;
  return store.jobs.beginPage(_id, { id: newId(), ids: lines.map((line) => line._id), next });
}

async function resultsOf(deps: SendDeps, job: Job, ids: readonly string[]): Promise<JobResult[]> {
  const { store, dispatcher } = deps;
  const targets = await store.jobTargets.withIds(job, ids);
  const retries = targets.flatMap(({ retriedAs }) => retriedAs ?? []);
  const [codes, retriedAt] = await Promise.all([
    ACTIONS[job.action].judge(deps, job, targets),
    retries.length === 0 ? new Map<string, Date>() : store.jobTargets.startsOf(retries),
  ]);
  const at = store.now();
  const of = { id: job._id, by: jobName(job), startedAt: job.startedAt };
  const one = async (target: JobTarget, index: number): Promise<JobResult> => {
    const { retriedAs } = target;
    const acted: Acted = ACTIONS[job.action].wasDone(target, of, retriedAt.get(retriedAs ?? ''))
      ? { code: null }
      : typeof codes[index] === 'string'
        ? { code: codes[index] }
        : await actOn(deps, job.action, target, of);
    if (acted.made) await dispatcher.start(acted.made);
    const madeId = acted.code === null ? (acted.made?._id ?? retriedAs) : undefined;
    return resultOf(job, { ...target, code: acted.code, madeId, at });
  };
  const results = await pMap(targets, one, { concurrency: AT_ONCE });
  const found = new Set(targets.map(({ _id }) => _id));
  const gone = ids.filter((id) => !found.has(id));
  const missing = { event: '', startedAt: job.startedAt, code: 'NOTIFICATION_NOT_FOUND', at };
  return [...results, ...gone.map((_id) => resultOf(job, { _id, ...missing }))];
}

function resultOf(
  { _id: jobId }: Job,
  {
    _id: notificationId,
    event,
    startedAt,
    code,
    madeId,
    at,
  }: Pick<JobTarget, '_id' | 'event' | 'startedAt'> & Pick<JobResult, 'code' | 'madeId' | 'at'>,
): JobResult {
  return {
    _id: resultIdOf(jobId, notificationId),
    ...{ jobId, notificationId, event, startedAt, isDone: code === null, code, at },
    ...(madeId !== undefined && { madeId }),
  };
}
