import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Overrides } from '../../core/sending/overrides';

/** What the notifications of one array share, stored once. */
export interface Batch {
  _id: string;
  applicationId: string;
  /** JSON text, like a notification's own. */
  payload: AtRest;
  overrides: AtRest | null;
  /** Payload and overrides are sealed; absent: they are not. */
  sensitive?: true;
  createdAt: Date;
  /** Contacts whose erasure removes it, once nothing of the array is left to send. */
  erasedFor?: string[];
}

const schema = new mongoose.Schema<Batch>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    payload: { type: mongoose.Schema.Types.Mixed, required: true },
    overrides: { type: mongoose.Schema.Types.Mixed, default: null },
    sensitive: { type: Boolean },
    createdAt: { type: Date, required: true },
    erasedFor: { type: [String], default: undefined },
  },
  { collection: 'batches', versionKey: false, strict: 'throw', _id: false },
);
// Retention.
schema.index({ applicationId: 1, createdAt: 1 });

export interface NewBatch {
  id: string;
  applicationId: string;
  payload: Record<string, unknown>;
  overrides: Overrides | null;
  /** Seals both; absent: they are stored in clear. */
  seal?: (text: string) => AtRest;
}

// Resealing after a change of the encryption key. Only what is sensitive is in it.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });
// What an erasure still has to remove.
schema.index({ erasedFor: 1 }, { sparse: true });

export interface BatchStore {
  /** The same id twice is one batch. */
  put(batch: NewBatch): Promise<void>;
  get(id: string): Promise<Batch | null>;
  /** Notes that the erasure of a contact has to remove these. */
  markErased(ids: string[], contactId: string): Promise<void>;
  /** Ids of what the erasure of a contact has to remove. */
  erasedFor(contactId: string): Promise<string[]>;
  remove(id: string): Promise<void>;
}

export function createBatchStore(connection: mongoose.Connection): BatchStore {
  const model = connection.model<Batch>('Batch', schema);
  // A batch never changes, and the sends of one array come close together.
  const recent = new LRUCache<string, Batch>({
    max: 20,
    // So that what was erased is soon forgotten here too.
    ttl: 60_000,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await model.findById(id).lean<Batch>().exec()) ?? undefined,
  });
  return {
    put: async ({ id, applicationId, payload, overrides, seal }) => {
      const atRest = (content: object): AtRest => {
        const text = JSON.stringify(content);
        return seal ? seal(text) : text;
      };
      const batch = {
        applicationId,
        payload: atRest(payload),
        overrides: overrides && atRest(overrides),
        ...(seal && { sensitive: true }),
        createdAt: new Date(),
      };
      await model.updateOne({ _id: id }, { $setOnInsert: batch }, { upsert: true });
    },
    get: async (id) => (await recent.fetch(id)) ?? null,
    markErased: async (ids, contactId) => {
      await model.updateMany({ _id: { $in: ids } }, { $addToSet: { erasedFor: contactId } });
    },
    erasedFor: async (contactId) =>
      (await model.find({ erasedFor: contactId }, { _id: 1 }).lean<{ _id: string }[]>()).map(
        ({ _id }) => _id,
      ),
    remove: async (id) => {
      await model.deleteOne({ _id: id });
      recent.delete(id);
    },
  };
}
