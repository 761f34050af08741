import type mongoose from 'mongoose';
import { insertNew } from '../insert';
import { hasMatched } from '../queries';
import { schemaOf } from '../schema';

interface StoredMark {
  _id: string;
  value: string;
}

const schema = schemaOf<StoredMark>('sweepmarks', {
  _id: { type: String, required: true },
  value: { type: String, required: true },
});

/** Positions of the sweep, by name. */
export function createSweepStateStore(connection: mongoose.Connection) {
  const model = connection.model<StoredMark>('SweepMark', schema);
  const get = async (name: string) => (await model.findById(name).lean<StoredMark>().exec())?.value ?? null;
  return {
    get,
    set: async (name: string, value: string) => {
      await model.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
    },
    /** Returns true to one process every `everyMs` milliseconds, which then does the work of this name. */
    takeTurn: async (name: string, everyMs: number) => {
      const now = Date.now();
      const last = await get(name);
      if (last !== null && Date.parse(last) > now - everyMs) return false;
      const value = new Date(now).toISOString();
      return last === null
        ? insertNew(model, { _id: name, value })
        : hasMatched(model.updateOne({ _id: name, value: last }, { $set: { value } }));
    },
  };
}
