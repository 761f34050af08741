import type mongoose from 'mongoose';
import { estimatedSize, type TopicSize } from '../../core/topics/size';
import { insertMany } from '../insert';
import { removeSome } from '../maintenance/remove-some';
import { schemaOf } from '../schema';

/** That a contact is in a topic. */
export interface Subscription {
  /** Topic and contact, so that a contact is in a topic once, and the index of ids has each topic's in one range. */
  _id: string;
  topicId: string;
  contactId: string;
  at: Date;
  /** The page of an import that has made it. Absent: a request has. */
  by?: string;
}

const schema = schemaOf<Subscription>('subscriptions', {
  _id: { type: String, required: true },
  topicId: { type: String, required: true },
  contactId: { type: String, required: true },
  at: { type: Date, required: true },
  by: { type: String },
});
// The topics of a contact, and the erasure of a contact.
schema.index({ contactId: 1, topicId: 1 });

const idOf = (topicId: string, contactId: string): string => `${topicId}:${contactId}`;

/** The range of a topic in the index of ids. `;` comes after `:`. */
const rangeOf = (topicId: string, after = '') => ({ $gt: idOf(topicId, after), $lt: `${topicId};` });

interface Page {
  after?: string;
  limit: number;
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>;

/** Subscriptions. All of a topic are read in the order of their contacts' ids, which no change of others moves. */
export function createSubscriptionStore(connection: mongoose.Connection) {
  const model = connection.model<Subscription>('Subscription', schema);
  const find = (filter: mongoose.QueryFilter<Subscription>) => model.find(filter);
  const foundAmong = (topicId: string, contactIds: readonly string[]) =>
    find({ _id: { $in: contactIds.map((contactId) => idOf(topicId, contactId)) } })
      .select({ contactId: 1, by: 1 })
      .batchSize(contactIds.length + 1)
      .lean<Pick<Subscription, 'contactId' | 'by'>[]>()
      .exec();
  /** Returns which of the contacts a topic has. */
  const among = async (topicId: string, contactIds: readonly string[]): Promise<Set<string>> =>
    new Set((await foundAmong(topicId, contactIds)).map(({ contactId }) => contactId));
  return {
    /** Adds different contacts to a topic. Returns those that it had. What an earlier attempt of `by` has added counts as new. */
    add: async (
      topicId: string,
      contactIds: readonly string[],
      { at, by }: { at: Date; by?: string },
    ): Promise<Set<string>> => {
      if (contactIds.length === 0) return new Set();
      // A contact that the topic has is refused by the index, which costs MongoDB more than to find it.
      const known = await foundAmong(topicId, contactIds);
      const knownIds = new Set(known.map(({ contactId }) => contactId));
      const documents = contactIds
        .filter((contactId) => !knownIds.has(contactId))
        .map((contactId) => ({
          ...{ _id: idOf(topicId, contactId), topicId, contactId, at },
          ...(by !== undefined && { by }),
        }));
      if (documents.length > 0) {
        // Another request, or another attempt of this page, was quicker.
        const late = (await insertMany(model, documents)).map(({ contactId }) => contactId);
        if (late.length > 0) known.push(...(await foundAmong(topicId, late)));
      }
      const others = known.filter((one) => by === undefined || one.by !== by);
      return new Set(others.map(({ contactId }) => contactId));
    },
    among,
    /** Returns the subscription of a contact to a topic. */
    get: (topicId: string, contactId: string): Promise<Subscription | null> =>
      model.findById(idOf(topicId, contactId)).lean<Subscription>().exec(),
    /** Removes contacts from a topic. Returns those that it had. */
    remove: async (topicId: string, contactIds: readonly string[]): Promise<Set<string>> => {
      const had = await among(topicId, contactIds);
      if (had.size === 0) return had;
      await model.deleteMany({ _id: { $in: [...had].map((contactId) => idOf(topicId, contactId)) } });
      return had;
    },
    /** Returns a page of a topic's subscriptions, in the order of their contacts' ids. `after` is one of these. */
    ofTopic: (topicId: string, { after, limit }: Page): Promise<Subscription[]> =>
      find({ _id: rangeOf(topicId, after) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Subscription[]>()
        .exec(),
    /** Returns a page of a contact's subscriptions, in the order of their topics' ids. `after` is one of these. */
    ofContact: (contactId: string, { after = '', limit }: Page): Promise<Subscription[]> =>
      find({ contactId, topicId: { $gt: after } })
        .sort({ topicId: 1 })
        .limit(limit)
        .lean<Subscription[]>()
        .exec(),
    /** Counts a topic's subscriptions up to `most`, and estimates more of them. It reads `most` entries of an index at most. */
    size: async (topicId: string, most: number): Promise<TopicSize> => {
      const filter = { _id: rangeOf(topicId) };
      const [last] = await find(filter)
        .select({ contactId: 1 })
        .sort({ _id: 1 })
        .skip(most - 1)
        .limit(1)
        .lean<Pick<Subscription, 'contactId'>[]>()
        .exec();
      if (last) return estimatedSize(most, last.contactId);
      return { count: await model.countDocuments(filter, { limit: most }), isExact: true };
    },
    /** Removes those of an erased contact. */
    removeOf: async (contactId: string): Promise<void> => {
      await model.deleteMany({ contactId });
    },
    /** Removes up to `limit` of a topic. Returns how many it found. */
    removeSome: (topicId: string, limit: number): Promise<number> =>
      removeSome(model, { _id: rangeOf(topicId) }, limit),
  };
}
