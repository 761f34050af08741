import type mongoose from 'mongoose';
import { schemaOf } from '../schema';

/** The task queue of an integration that has a rate, or had one. */
export interface SendQueue {
  /** Id of the integration. */
  _id: string;
  applicationId: string;
  /** Sends per second; null: the rate was removed. */
  perSecond: number | null;
  /** Until when it is polled; null: always. */
  until: Date | null;
}

const schema = schemaOf<SendQueue>('sendqueues', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  perSecond: { type: Number, default: null },
  until: { type: Date, default: null },
});
// Queues that are no longer polled.
schema.index({ until: 1 });

export type SendQueueStore = ReturnType<typeof createSendQueueStore>;

/** The task queues that workers poll beside their own two. */
export function createSendQueueStore(connection: mongoose.Connection) {
  const model = connection.model<SendQueue>('SendQueue', schema);
  return {
    /** Makes workers poll an integration's queue at a rate, from their next look on. */
    open: async ({ _id, ...queue }: Omit<SendQueue, 'until'> & { perSecond: number }) => {
      await model.updateOne({ _id }, { $set: { ...queue, until: null } }, { upsert: true });
    },
    /** Removes the rate, and makes workers poll the queue until `until`. Does nothing to a queue without a rate. */
    end: async (_id: string, until: Date) => {
      await model.updateOne({ _id, until: null }, { $set: { perSecond: null, until } });
      // Only an end leaves documents to remove.
      await model.deleteMany({ until: { $lt: new Date() } });
    },
    /** Returns the queues to poll at `now`, by id. */
    polled: async (now: Date) => {
      const all = await model.find().sort({ _id: 1 }).lean<SendQueue[]>().exec();
      return all.filter(({ until }) => until === null || until > now);
    },
  };
}
