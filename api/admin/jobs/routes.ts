import { z } from 'zod';
import { NO_COUNTS } from '../../../core/jobs/job';
import { jobBody, jobPreviewBody, jobResultsQuery, jobsQuery } from '../../../core/schemas/jobs';
import { jobIdOf, newId } from '../../../core/shared/ids';
import type { Job } from '../../../store/jobs/jobs';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { cursorOf, nextCursor, placeOf } from '../../http/cursor';
import { answer, next } from '../../http/formats';
import { route } from '../../http/route';
import { applicationIn } from '../applications/application-in';
import { previewOf } from './preview';
import { readJob } from './read-job';
import { filtersView, jobSchema, jobView, previewShape, previewView, resultSchema, resultView } from './view';

const JOBS = '/admin/v1/applications/:app/jobs';
const JOB = '/admin/v1/jobs/:id';
const jobAnswer = answer('JobAnswer', { job: jobSchema });

export const previewJob = route({
  id: 'previewJob',
  tag: 'Jobs',
  method: 'post',
  path: `${JOBS}/preview`,
  role: 'editor',
  audit: null,
  summary: 'Show what a job would do',
  description: 'It changes nothing. A job leaves notifications that it would not help, and says why.',
  body: jobPreviewBody.meta({ id: 'JobPreviewRequest' }),
  answer: answer('JobPreview', previewShape),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const application = await applicationIn(deps.store, call);
    const order = await readJob(deps.store, application, call.body);
    return previewView(await previewOf(deps, order, deps.store.now()));
  },
});

export const startJob = route({
  id: 'startJob',
  tag: 'Jobs',
  method: 'post',
  path: JOBS,
  role: 'editor',
  audit: 'job.start',
  summary: 'Do something with many notifications',
  description:
    'Retries, cancels, pauses or resumes all that match and have started before, in the background. The job survives restarts. With a `key`, a repeat returns the first job.',
  body: jobBody.meta({ id: 'JobRequest' }),
  answer: jobAnswer,
  status: [200, 201],
  answered: '201: the job has begun. 200: it had begun with the same key.',
  errors: ['APPLICATION_NOT_FOUND', 'JOB_MISMATCH'],
  handler: async (call, deps) => {
    const { store, dispatcher } = deps;
    const application = await applicationIn(store, call);
    const { key, ...body } = call.body;
    const order = await readJob(store, application, body);
    const _id = key === undefined ? newId() : jobIdOf(application._id, key);
    const known = key === undefined ? null : await store.jobs.get(_id);
    const startedAt = store.now();
    const preview = known ? null : await previewOf(deps, order, startedAt);
    const { id, name } = call.admin;
    const job: Job = known ?? {
      ...{ _id, ...order.scope, action: order.action, query: order.query, ids: order.ids },
      ...{ state: 'running', by: { id, name }, startedAt, endedAt: null, pending: startedAt },
      ...{ matched: preview?.matched ?? 0, isCapped: preview?.isCapped ?? false },
      ...{ after: null, page: null, counts: NO_COUNTS },
    };
    const isNew = !known && (await store.jobs.insert(job));
    const stored = isNew ? job : await jobWithId(store, _id);
    if (!isNew && requestOf(stored) !== requestOf({ ...order.scope, ...order }))
      throw new ApiError(
        'JOB_MISMATCH',
        'This key belongs to a job of another action or other filters. Use a new key for a new job.',
      );
    if (isNew) {
      call.response.status(201);
      await dispatcher.startJob(job);
    }
    await call.record({
      about: [application._id, _id],
      after:
        isNew && preview
          ? {
              ...{ action: job.action, environment: job.environment, ids: job.ids?.length ?? null },
              filters: job.ids ? null : filtersView(job.query),
              ...previewView(preview),
            }
          : { repeated: true },
    });
    return { job: jobView(stored) };
  },
});

/** Returns what two requests with one key have to agree in. */
const requestOf = ({
  applicationId,
  environment,
  action,
  query,
  ids,
}: Pick<Job, 'applicationId' | 'environment' | 'action' | 'query' | 'ids'>): string =>
  JSON.stringify([applicationId, environment, action, Object.entries(query).sort(), ids]);

export const listJobs = route({
  id: 'listJobs',
  tag: 'Jobs',
  method: 'get',
  path: JOBS,
  role: 'viewer',
  summary: 'List jobs',
  description: 'The newest first.',
  query: jobsQuery,
  answer: answer('JobsAnswer', { jobs: z.array(jobSchema), next }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { _id: applicationId } = await applicationIn(store, call);
    const { environment, after, limit } = call.query;
    const scope = { applicationId, environment };
    const found = await store.jobs.list({ scope, after: placeOf(after), limit });
    return { jobs: found.map(jobView), next: nextCursor(found, limit, ({ startedAt }) => startedAt) };
  },
});

export const getJob = route({
  id: 'getJob',
  tag: 'Jobs',
  method: 'get',
  path: JOB,
  role: 'viewer',
  summary: 'View a job and how far it is',
  answer: jobAnswer,
  errors: ['JOB_NOT_FOUND'],
  handler: async (call, { store }) => ({ job: jobView(await jobWithId(store, call.params.id)) }),
});

export const listJobResults = route({
  id: 'listJobResults',
  tag: 'Jobs',
  method: 'get',
  path: `${JOB}/results`,
  role: 'viewer',
  summary: 'List what a job did, by notification',
  description: 'The newest notifications first.',
  query: jobResultsQuery,
  answer: answer('JobResultsAnswer', { results: z.array(resultSchema), next }),
  errors: ['JOB_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { _id: jobId } = await jobWithId(store, call.params.id);
    const { result, after, limit } = call.query;
    const isDone = result === undefined ? undefined : result === 'done';
    const found = await store.jobResults.list({ jobId, isDone, after: placeOf(after), limit });
    const last = found.length === limit ? found.at(-1) : undefined;
    return {
      results: found.map(resultView),
      next: last ? cursorOf(last.startedAt, last.notificationId) : null,
    };
  },
});

export const stopJob = route({
  id: 'stopJob',
  tag: 'Jobs',
  method: 'post',
  path: `${JOB}/stop`,
  role: 'editor',
  audit: 'job.stop',
  summary: 'Stop a job',
  description: 'It finishes its page of at most 50 notifications. What it has done stays done.',
  answer: jobAnswer,
  errors: ['JOB_NOT_FOUND', 'JOB_STATE'],
  handler: async (call, { store }) => {
    const before = await jobWithId(store, call.params.id);
    await store.jobs.stop(before._id);
    return changed(store, call, before, 'stopped');
  },
});

export const continueJob = route({
  id: 'continueJob',
  tag: 'Jobs',
  method: 'post',
  path: `${JOB}/continue`,
  role: 'editor',
  audit: 'job.continue',
  summary: 'Let a stopped job continue',
  description: 'It continues at the place that it had reached.',
  answer: jobAnswer,
  errors: ['JOB_NOT_FOUND', 'JOB_STATE'],
  handler: async (call, { store, dispatcher }) => {
    const before = await jobWithId(store, call.params.id);
    if (await store.jobs.resume(before._id, store.now())) await dispatcher.startJob(before);
    return changed(store, call, before, 'running');
  },
});

/** Returns a job after a change. Throws a 409 if it was over before. */
async function changed(
  store: Store,
  call: { record: (change: { about: string[]; before: object; after: object }) => Promise<void> },
  before: Job,
  wanted: Job['state'],
) {
  const job = await jobWithId(store, before._id);
  if (before.state === 'done' || (job.state === 'done' && wanted === 'stopped'))
    throw new ApiError('JOB_STATE', 'The job is done, so it cannot be stopped or continued.');
  await call.record({
    about: [before.applicationId, before._id],
    before: { state: before.state },
    after: { state: job.state, done: job.counts.done, refused: job.counts.refused },
  });
  return { job: jobView(job) };
}

async function jobWithId(store: Store, id: string): Promise<Job> {
  const found = await store.jobs.get(id);
  if (found) return found;
  throw new ApiError('JOB_NOT_FOUND', 'There is no job with this id, or it is no longer kept.');
}
