import mongoose from 'mongoose';

/** The task queue of an integration that has a rate, or had one. */
export interface SendQueue {
  /** Id of the integration. */
  _id: string;
  applicationId: string;
  /** Sends per second; null: it has no rate any more. */
  perSecond: number | null;
  /** Until when it is polled; null: for good. */
  until: Date | null;
}

const schema = new mongoose.Schema<SendQueue>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    perSecond: { type: Number, default: null },
    until: { type: Date, default: null },
  },
  { collection: 'sendqueues', versionKey: false, strict: 'throw', _id: false },
);
// What nobody polls any more.
schema.index({ until: 1 });

/** The task queues that workers poll besides their own two. */
export interface SendQueueStore {
  /** Has an integration's queue polled at a rate, from the next time that workers look. */
  open(queue: Pick<SendQueue, '_id' | 'applicationId'> & { perSecond: number }): Promise<void>;
  /** Takes the rate away, and has the queue polled for what still waits in it; does nothing to one without a rate. */
  end(id: string, until: Date): Promise<void>;
  /** Those to poll at `now`, by id. */
  polled(now: Date): Promise<SendQueue[]>;
}

export function createSendQueueStore(connection: mongoose.Connection): SendQueueStore {
  const model = connection.model<SendQueue>('SendQueue', schema);
  return {
    open: async ({ _id, applicationId, perSecond }) => {
      await model.updateOne({ _id }, { $set: { applicationId, perSecond, until: null } }, { upsert: true });
    },
    end: async (_id, until) => {
      await model.updateOne({ _id, until: null }, { $set: { perSecond: null, until } });
      // Only an end leaves something to remove behind.
      await model.deleteMany({ until: { $lt: new Date() } });
    },
    polled: async (now) => {
      const all = await model.find().sort({ _id: 1 }).lean<SendQueue[]>().exec();
      return all.filter(({ until }) => until === null || until > now);
    },
  };
}
