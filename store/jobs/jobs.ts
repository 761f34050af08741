import type mongoose from 'mongoose';
import type { JobAction, JobCounts, JobState } from '../../core/jobs/job';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { removeSome } from '../maintenance/remove-some';
import type { NotificationQuery } from '../notifications/list';
import { afterPlace, findAndUpdate, hasMatched, pendingBy } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** Filters of a job. A contact is its id, so no address is kept. */
export type JobQuery = Omit<NotificationQuery, 'scope' | 'after' | 'limit'>;

/** The page of a job that is under way. It is stored before anything is done, so a repeat is about the same notifications. */
interface JobPage {
  id: string;
  ids: string[];
  /** Where the next page begins. Null: this one is the last. */
  next: Place | null;
}

/** Something that is done with many notifications. Its document is the truth, and its workflow only does the next page. */
export interface Job extends Scope {
  _id: string;
  action: JobAction;
  query: JobQuery;
  /** The notifications of a job that names them, in its order. Null: it has filters. */
  ids: string[] | null;
  state: JobState;
  by: { id: string; name: string };
  /** Notifications that started later are not a part of it. */
  startedAt: Date;
  endedAt: Date | null;
  /** How many matched when it began, counted up to a limit. */
  matched: number;
  isCapped: boolean;
  /** The last notification of the page before. A job that names its notifications continues by its counts. */
  after: Place | null;
  page: JobPage | null;
  counts: JobCounts;
  /** When the sweep looks after its workflow. Absent: it does not run. */
  pending?: Date;
}

const schema = schemaOf<Job>(
  'jobs',
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    action: { type: String, required: true },
    query: { type: Mixed, required: true },
    ids: { type: Mixed, default: null },
    state: { type: String, required: true },
    by: { type: Mixed, required: true },
    startedAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    matched: { type: Number, required: true },
    isCapped: { type: Boolean, required: true },
    after: { type: Mixed, default: null },
    page: { type: Mixed, default: null },
    counts: { type: Mixed, required: true },
    pending: { type: Date },
  },
  { minimize: false },
);
// The list of an environment, newest first.
schema.index({ applicationId: 1, environment: 1, startedAt: -1, _id: -1 });
// Those that run, whose workflow the sweep looks after.
schema.index({ pending: 1 }, { sparse: true });
// Retention.
schema.index({ startedAt: 1 });

interface JobsQuery {
  scope: Scope;
  after?: Place;
  limit: number;
}

export type JobStore = ReturnType<typeof createJobStore>;

/** Jobs. Every change is one conditional update, so a repeated page counts once. */
export function createJobStore(connection: mongoose.Connection) {
  const model = connection.model<Job>('Job', schema);
  const pending = pendingBy<Job, Pick<Job, '_id' | 'applicationId' | 'startedAt'> & { pending: Date }>(
    model,
    'pending',
    { applicationId: 1, startedAt: 1, pending: 1 },
  );
  return {
    /** Returns false if the job exists. */
    insert: (job: Job) => insertNew(model, job),
    get: (id: string) => model.findById(id).lean<Job>().exec(),
    /** Newest first. */
    list: ({ scope: { applicationId, environment }, after, limit }: JobsQuery): Promise<Job[]> =>
      model
        .find({
          applicationId,
          environment,
          ...(after && {
            startedAt: { $lte: after.at },
            ...afterPlace('startedAt', after),
          }),
        })
        .sort({ startedAt: -1, _id: -1 })
        .limit(limit)
        .lean<Job[]>()
        .exec(),
    /** Begins a page of a running job. Returns the job; null if it was stopped, or the page has begun already. */
    beginPage: (id: string, page: JobPage): Promise<Job | null> =>
      findAndUpdate(model, { _id: id, state: 'running', page: null }, { $set: { page } }),
    /** Ends the page of a job, once, and adds what it came to. A job whose last page it was is done. */
    endPage: async ({ _id, page }: Job, { done, refused, reasons }: JobCounts, at: Date): Promise<void> => {
      const last = !page?.next;
      const increased = Object.entries(reasons).map(
        ([code, count]) => [`counts.reasons.${code}`, count] as const,
      );
      await model.updateOne(
        { _id, 'page.id': page?.id ?? null },
        {
          $set: {
            page: null,
            after: page?.next ?? null,
            ...(last && { state: 'done', endedAt: at }),
          },
          $inc: { 'counts.done': done, 'counts.refused': refused, ...Object.fromEntries<number>(increased) },
          ...(last && { $unset: { pending: 1 } }),
        },
      );
    },
    /** Stops a running job, which finishes its page. Returns false if it does not run. */
    stop: (id: string) =>
      hasMatched(
        model.updateOne(
          { _id: id, state: 'running' },
          { $set: { state: 'stopped' }, $unset: { pending: 1 } },
        ),
      ),
    /** Lets a stopped job continue. Returns false if it is not stopped. */
    resume: (id: string, at: Date) =>
      hasMatched(model.updateOne({ _id: id, state: 'stopped' }, { $set: { state: 'running', pending: at } })),
    /** Returns those whose workflow the sweep looks after. */
    pending: pending.due,
    postpone: pending.postpone,
    /** Removes up to `limit` jobs from before `before`. Returns how many it found. */
    removeOld: (before: Date, limit: number) => removeSome(model, { startedAt: { $lt: before } }, limit),
  };
}
