import type mongoose from 'mongoose';
import { unlessDuplicate } from '../insert';
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
  return {
    get: async (name: string) => (await model.findById(name).lean<StoredMark>().exec())?.value ?? null,
    set: async (name: string, value: string) => {
      await model.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
    },
    /** Returns true to one process every `everyMs` milliseconds, which then does the work of this name. */
    takeTurn: (name: string, everyMs: number) => {
      const now = Date.now();
      const isOver = { _id: name, value: { $lte: new Date(now - everyMs).toISOString() } };
      const taken = { $set: { value: new Date(now).toISOString() } };
      // If the last turn is not over, the upsert inserts an id that exists.
      return unlessDuplicate(model.updateOne(isOver, taken, { upsert: true }));
    },
  };
}
