import { LRUCache } from 'lru-cache';
import type mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Overrides } from '../../core/sending/overrides';
import { Mixed, schemaOf } from '../schema';
import { idsOf } from '../queries';

/** Payload and overrides of the notifications of one array, stored once. */
export interface Batch {
  _id: string;
  applicationId: string;
  /** JSON text, like a notification's own. */
  payload: AtRest;
  overrides: AtRest | null;
  /** Payload and overrides are sealed; absent: they are not. */
  sensitive?: true;
  createdAt: Date;
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
  payload: Record<string, unknown>;
  overrides: Overrides | null;
  /** Seals payload and overrides; absent: they are stored in clear. */
  seal?: (text: string) => AtRest;
}

export function createBatchStore(connection: mongoose.Connection) {
  const model = connection.model<Batch>('Batch', schema);
  // A batch never changes, and the sends of one array follow each other closely.
  const recent = new LRUCache<string, Batch>({
    max: 20,
    // An erased batch leaves the cache after this time.
    ttl: 60_000,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await model.findById(id).lean<Batch>().exec()) ?? undefined,
  });
  return {
    /** Stores a batch, unless one of this id is stored. */
    put: async ({ id, applicationId, payload, overrides, seal }: NewBatch) => {
      const stored = (content: object): AtRest => (seal ?? String)(JSON.stringify(content));
      const batch = {
        applicationId,
        payload: stored(payload),
        overrides: overrides && stored(overrides),
        ...(seal && { sensitive: true }),
        createdAt: new Date(),
      };
      await model.updateOne({ _id: id }, { $setOnInsert: batch }, { upsert: true });
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
