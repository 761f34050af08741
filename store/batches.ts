import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { Overrides } from '../core/overrides';

/** What the notifications of one array share, stored once. */
export interface Batch {
  _id: string;
  applicationId: string;
  /** JSON text, like a notification's own. */
  payload: string;
  overrides: string | null;
  createdAt: Date;
}

const schema = new mongoose.Schema<Batch>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    payload: { type: String, required: true },
    overrides: { type: String, default: null },
    createdAt: { type: Date, required: true },
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
}

export interface BatchStore {
  /** The same id twice is one batch. */
  put(batch: NewBatch): Promise<void>;
  get(id: string): Promise<Batch | null>;
}

export function createBatchStore(connection: mongoose.Connection): BatchStore {
  const model = connection.model<Batch>('Batch', schema);
  // A batch never changes, and the sends of one array come close together.
  const recent = new LRUCache<string, Batch>({
    max: 20,
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await model.findById(id).lean<Batch>().exec()) ?? undefined,
  });
  return {
    put: async ({ id, applicationId, payload, overrides }) => {
      const batch = {
        applicationId,
        payload: JSON.stringify(payload),
        overrides: overrides && JSON.stringify(overrides),
        createdAt: new Date(),
      };
      await model.updateOne({ _id: id }, { $setOnInsert: batch }, { upsert: true });
    },
    get: async (id) => (await recent.fetch(id)) ?? null,
  };
}
