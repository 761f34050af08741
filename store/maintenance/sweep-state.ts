import mongoose from 'mongoose';
import { isDuplicateKey } from '../connection';

interface StoredMark {
  _id: string;
  value: string;
}

const schema = new mongoose.Schema<StoredMark>(
  { _id: { type: String, required: true }, value: { type: String, required: true } },
  { collection: 'sweepmarks', versionKey: false, strict: 'throw', _id: false },
);

/** How far the sweep's walks have come. */
export interface SweepStateStore {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  /**
   * Takes the turn at something that processes do by turns: true where nobody has taken it for `everyMs`
   * milliseconds, and then nobody else gets it.
   */
  takeTurn(name: string, everyMs: number): Promise<boolean>;
}

export function createSweepStateStore(connection: mongoose.Connection): SweepStateStore {
  const model = connection.model<StoredMark>('SweepMark', schema);
  return {
    get: async (name) => (await model.findById(name).lean<StoredMark>().exec())?.value ?? null,
    set: async (name, value) => {
      await model.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
    },
    takeTurn: async (name, everyMs) => {
      const now = Date.now();
      const last = (await model.findById(name).lean<StoredMark>().exec())?.value;
      if (last !== undefined && Date.parse(last) > now - everyMs) return false;
      const value = new Date(now).toISOString();
      if (last !== undefined)
        return (await model.updateOne({ _id: name, value: last }, { $set: { value } })).matchedCount > 0;
      try {
        await model.insertMany([{ _id: name, value }], { lean: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
