import { LRUCache } from 'lru-cache';
import type mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Environment } from '../../core/shared/channels';
import type { ErrorCode } from '../../core/shared/error-codes';
import type { Overrides } from '../../core/sending/overrides';
import type { Scope } from '../../core/shared/scope';
import { Mixed, schemaOf } from '../schema';
import { idsOf } from '../queries';

/** What the answer to an array has besides the ids that follow from its own (core/shared/ids.ts). */
export interface BatchAnswer {
  environment: Environment;
  event: string;
  /** Number of recipients. */
  size: number;
  /** By place in `to`; absent: none. */
  rejected?: { index: number; error: string; code: ErrorCode; field: string | null }[];
  /** Recipients for whom an open notification was kept; absent: none. */
  kept?: { index: number; id: string }[];
}

/** Payload and overrides of the notifications of one array, stored once, and its answer. */
export interface Batch {
  _id: string;
  applicationId: string;
  /** JSON text, like a notification's own. */
  payload: AtRest;
  overrides: AtRest | null;
  /** Payload and overrides are sealed; absent: they are not. */
  sensitive?: true;
  createdAt: Date;
  /** Absent in documents of older versions, and of broadcasts. */
  answer?: BatchAnswer;
  /** Contacts whose erasure removes it, after all notifications of the array have ended. */
  erasedFor?: string[];
}

const schema = schemaOf<Batch>('batches', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  payload: { type: Mixed, required: true },
  overrides: { type: Mixed, default: null },
  sensitive: { type: Boolean },
  createdAt: { type: Date, required: true },
  answer: { type: Mixed },
  erasedFor: { type: [String], default: undefined },
});
// Retention.
schema.index({ applicationId: 1, createdAt: 1 });

// Resealing after a change of the encryption key. The index has sensitive batches only.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });
// Erasure of a contact.
schema.index({ erasedFor: 1 }, { sparse: true });

interface NewBatch extends Pick<Batch, 'applicationId'> {
  id: string;
  /** Absent: it is of a broadcast, which is answered otherwise. */
  answer?: BatchAnswer;
  payload: Record<string, unknown>;
  overrides: Overrides | null;
  /** Seals payload and overrides; absent: they are stored in clear. */
  seal?: (text: string) => AtRest;
}

export function createBatchStore(connection: mongoose.Connection) {
  const model = connection.model<Batch>('Batch', schema);
  // The content of a batch never changes, and the sends of one array follow each other closely.
  const recent = new LRUCache<string, Batch>({
    max: 20,
    // An erased batch leaves the cache after this time.
    ttl: 60_000,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await model.findById(id).lean<Batch>().exec()) ?? undefined,
  });
  return {
    /** Stores a batch. If one of this id is stored, only its answer is replaced: a takeover may have another one. */
    put: async ({ id, applicationId, answer, payload, overrides, seal }: NewBatch) => {
      const stored = (content: object): AtRest => (seal ?? String)(JSON.stringify(content));
      const batch = {
        applicationId,
        payload: stored(payload),
        overrides: overrides && stored(overrides),
        ...(seal && { sensitive: true }),
        createdAt: new Date(),
      };
      const change = { $setOnInsert: batch, ...(answer && { $set: { answer } }) };
      await model.updateOne({ _id: id }, change, { upsert: true });
    },
    /** Replaces the answer of a batch. */
    setAnswer: async (id: string, answer: BatchAnswer) => {
      await model.updateOne({ _id: id }, { $set: { answer } });
    },
    /** Returns the answer of a batch of a scope. Null if there is none, or an older version stored it. */
    answerOf: async (id: string, { applicationId, environment }: Scope) => {
      const found = await model
        .findOne({ _id: id, applicationId }, { answer: 1 })
        .lean<Pick<Batch, 'answer'>>()
        .exec();
      return found?.answer?.environment === environment ? found.answer : null;
    },
    get: async (id: string) => (await recent.fetch(id)) ?? null,
    /** Marks the batches that the erasure of a contact has to remove. */
    markErased: async (ids: string[], contactId: string) => {
      await model.updateMany({ _id: { $in: ids } }, { $addToSet: { erasedFor: contactId } });
    },
    /** Returns the ids of the batches that the erasure of a contact has to remove. */
    erasedFor: async (contactId: string) =>
      idsOf(await model.find({ erasedFor: contactId }, { _id: 1 }).lean()),
    remove: async (id: string) => {
      await model.deleteOne({ _id: id });
      recent.delete(id);
    },
  };
}
