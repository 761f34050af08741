import type mongoose from 'mongoose';
import { type Scope, scopeKey } from '../../core/shared/scope';
import { isDuplicateKey } from '../connection';
import { findAndUpdate, hasMatched, pendingBy } from '../queries';
import { schemaOf } from '../schema';

/** What a caller sets of a topic. */
export interface TopicFields {
  /** For people. */
  name: string;
  description: string | null;
  category: string | null;
}

/** A list of contacts that messages are for, such as a newsletter. */
export interface Topic extends Scope, TopicFields {
  /** Random, so that a topic that is made again has none of the old subscribers. */
  _id: string;
  /** Scope and name in paths. Of a deleted topic: nothing that a path names. */
  key: string;
  /** Its name in paths. */
  topic: string;
  createdAt: Date;
  updatedAt: Date;
  /** When it was deleted. Its subscriptions may still exist. */
  removedAt?: Date;
  /** When the sweep looks after the removal of its subscriptions. Absent: it is not deleted. */
  pending?: Date;
}

const schema = schemaOf<Topic>('topics', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  key: { type: String, required: true },
  topic: { type: String, required: true },
  name: { type: String, required: true },
  description: { type: String, default: null },
  category: { type: String, default: null },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  removedAt: { type: Date },
  pending: { type: Date },
});
// One by its name, the list of an environment in the order of names, and those of a category, which reads all of the environment.
schema.index({ key: 1 }, { unique: true });
// Deleted ones, whose removal the sweep looks after.
schema.index({ pending: 1 }, { sparse: true });

const keyOf = (scope: Scope, topic: string): string => `${scopeKey(scope)}:${topic}`;

export type TopicStore = ReturnType<typeof createTopicStore>;

/** The topics of applications. */
export function createTopicStore(connection: mongoose.Connection) {
  const model = connection.model<Topic>('Topic', schema);
  const pending = pendingBy<Topic, Pick<Topic, '_id' | 'applicationId'> & { pending: Date; removedAt: Date }>(
    model,
    'pending',
    { applicationId: 1, pending: 1, removedAt: 1 },
  );
  return {
    get: (scope: Scope, topic: string): Promise<Topic | null> =>
      model
        .findOne({ key: keyOf(scope, topic) })
        .lean<Topic>()
        .exec(),
    /** Returns a topic by its id, also a deleted one. */
    withId: (id: string): Promise<Topic | null> => model.findById(id).lean<Topic>().exec(),
    /** Returns topics by their ids, also deleted ones. */
    getMany: (ids: string[]): Promise<Topic[]> =>
      model
        .find({ _id: { $in: ids } })
        .batchSize(ids.length + 1)
        .lean<Topic[]>()
        .exec(),
    /** In the order of their names. */
    list: (scope: Scope, { after = '', limit }: { after?: string; limit: number }): Promise<Topic[]> =>
      model
        // `;` comes after `:`.
        .find({ key: { $gt: keyOf(scope, after), $lt: `${scopeKey(scope)};` } })
        .sort({ key: 1 })
        .limit(limit)
        .lean<Topic[]>()
        .exec(),
    /** Returns the names of topics that belong to a category, in their order. */
    ofCategory: async (scope: Scope, category: string, limit: number): Promise<string[]> => {
      const found = await model
        .find({ key: { $gt: keyOf(scope, ''), $lt: `${scopeKey(scope)};` }, category }, { topic: 1 })
        .sort({ key: 1 })
        .limit(limit)
        .lean<Pick<Topic, 'topic'>[]>()
        .exec();
      return found.map(({ topic }) => topic);
    },
    /** Creates or replaces a topic. `id` is what a new one gets. Returns the topic as it is now. */
    put: async (
      scope: Scope,
      topic: string,
      { id, at, ...fields }: TopicFields & { id: string; at: Date },
    ): Promise<Topic> => {
      const key = keyOf(scope, topic);
      const { applicationId, environment } = scope;
      const change = {
        $set: { ...fields, updatedAt: at },
        $setOnInsert: { _id: id, applicationId, environment, topic, createdAt: at },
      };
      for (;;) {
        const stored = await findAndUpdate(model, { key }, change, { upsert: true }).catch(
          (error: unknown) => {
            // Another request has created it in between.
            if (isDuplicateKey(error)) return null;
            throw error;
          },
        );
        if (stored) return stored;
      }
    },
    /** Deletes a topic: nothing finds it by its name any more. Returns false if it is deleted already. */
    markRemoved: (id: string, at: Date): Promise<boolean> =>
      hasMatched(
        model.updateOne(
          { _id: id, removedAt: { $exists: false } },
          { $set: { key: `removed:${id}`, removedAt: at, pending: at } },
        ),
      ),
    /** Returns deleted ones whose removal the sweep looks after. */
    pending: pending.due,
    postpone: pending.postpone,
    /** Removes a deleted topic whose subscriptions are removed. */
    remove: async (id: string): Promise<void> => {
      await model.deleteOne({ _id: id, removedAt: { $exists: true } });
    },
  };
}
