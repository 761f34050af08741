import type mongoose from 'mongoose';
import type { Place } from '../../core/shared/place';
import { insertMany } from '../insert';
import { removeSome } from '../maintenance/remove-some';
import { afterPlace } from '../queries';
import { schemaOf } from '../schema';

/** What a job did with one notification. It has no data of the recipient, and stays if the notification is removed. */
export interface JobResult {
  /** Derived from the job and the notification, so that a repeat adds nothing. */
  _id: string;
  jobId: string;
  notificationId: string;
  event: string;
  /** When the notification started. */
  startedAt: Date;
  isDone: boolean;
  /** Why the notification was left as it was. Null: the action was done. */
  code: string | null;
  /** Id of the new notification, of a retry. */
  madeId?: string;
  at: Date;
}

const schema = schemaOf<JobResult>('jobresults', {
  _id: { type: String, required: true },
  jobId: { type: String, required: true },
  notificationId: { type: String, required: true },
  event: { type: String, default: '' },
  startedAt: { type: Date, required: true },
  isDone: { type: Boolean, required: true },
  code: { type: String, default: null },
  madeId: { type: String },
  at: { type: Date, required: true },
});
// The results of a job, by what it came to.
schema.index({ jobId: 1, isDone: 1, startedAt: -1, notificationId: -1 });
// Retention.
schema.index({ at: 1 });

export const resultIdOf = (jobId: string, notificationId: string): string => `${jobId}:${notificationId}`;

interface ResultsQuery {
  jobId: string;
  /** Absent: both. */
  isDone?: boolean;
  after?: Place;
  limit: number;
}

/** What jobs did, by notification. */
export function createJobResultStore(connection: mongoose.Connection) {
  const model = connection.model<JobResult>('JobResult', schema);
  return {
    /** Adds results. Those that exist stay as they are. */
    add: async (results: JobResult[]): Promise<void> => {
      if (results.length > 0) await insertMany(model, results);
    },
    /** Returns the results of these notifications that exist. */
    of: (jobId: string, ids: readonly string[]): Promise<JobResult[]> =>
      model
        .find({ _id: { $in: ids.map((id) => resultIdOf(jobId, id)) } })
        .batchSize(ids.length + 1)
        .lean<JobResult[]>()
        .exec(),
    /** Newest notifications first. */
    list: ({ jobId, isDone, after, limit }: ResultsQuery): Promise<JobResult[]> =>
      model
        .find({
          jobId,
          // Naming both lets the next fields of the index give the order.
          isDone: isDone ?? { $in: [true, false] },
          ...(after && {
            startedAt: { $lte: after.at },
            ...afterPlace('startedAt', after, 'notificationId'),
          }),
        })
        .sort({ startedAt: -1, notificationId: -1 })
        .limit(limit)
        .lean<JobResult[]>()
        .exec(),
    /** Removes up to `limit` results from before `before`. Returns how many it found. */
    removeOld: (before: Date, limit: number) => removeSome(model, { at: { $lt: before } }, limit),
  };
}
