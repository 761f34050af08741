import { randomUUID } from 'node:crypto';
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
  const set = async (name: string, value: string): Promise<void> => {
    await model.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
  };
  return {
    get: async (name: string) => (await model.findById(name).lean<StoredMark>().exec())?.value ?? null,
    set,
    /**
     * Returns after a majority has taken a write. Reads that follow see all that was acknowledged before the call, because
     * a primary that was deposed and does not know it gets no write to a majority. A write that changes nothing would not do.
     */
    confirmPrimary: () => {
      const value = randomUUID();
      // Sixteen documents, so that processes seldom wait for each other.
      return set(`primary-${value[0]}`, value);
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
