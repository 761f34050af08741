import mongoose from 'mongoose';

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
}

export function createSweepStateStore(connection: mongoose.Connection): SweepStateStore {
  const model = connection.model<StoredMark>('SweepMark', schema);
  return {
    get: async (name) => (await model.findById(name).lean<StoredMark>().exec())?.value ?? null,
    set: async (name, value) => {
      await model.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
    },
  };
}
