import mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { ErrorCode } from '../../core/shared/error-codes';
import { removeSome } from '../maintenance/remove-some';

/**
 * Sends that were refused for the same reason and recipient, of one key and day. It has no address in clear, and all
 * that a caller wrote is bounded.
 */
export interface Refusal {
  _id: string;
  applicationId: string;
  environment: Environment;
  /** Id of the API key. Absent in what earlier releases kept. */
  keyId?: string;
  /** Day of UTC, `2026-03-01`. Absent in what earlier releases kept. */
  day?: string;
  /** When the last one was refused. */
  at: Date;
  /** How many. Absent: one. */
  count?: number;
  /** The last one. */
  requestId: string;
  event: string;
  code: ErrorCode;
  /** The field of the request that was wrong; null if it was none. */
  field: string | null;
  message: string;
  /** The recipient, masked; null if the request named none. */
  recipient: string | null;
  /** Keyed hashes of what the request identified its recipient by (`identifierHash`). */
  hashes: string[];
}

const schema = new mongoose.Schema<Refusal>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    keyId: { type: String },
    day: { type: String },
    at: { type: Date, required: true },
    count: { type: Number },
    requestId: { type: String, required: true },
    event: { type: String, required: true },
    code: { type: String, required: true },
    field: { type: String, default: null },
    message: { type: String, required: true },
    recipient: { type: String, default: null },
    hashes: { type: [String], required: true },
  },
  { collection: 'refusals', versionKey: false, strict: 'throw', _id: false },
);
// What was refused for a person, newest first.
schema.index({ hashes: 1, at: -1 });
// How much is kept of a key and day.
schema.index({ keyId: 1, day: 1 });
// Retention.
schema.index({ at: 1 });

export interface RefusalStore {
  /** Counts refusals, with what was the last one's. With `adds`, it also keeps those that are new. Returns how many are. */
  note(refusals: Omit<Refusal, 'count'>[], adds: boolean): Promise<number>;
  /** Returns how many are kept of a key and day, up to `most`. */
  keptOf(keyId: string, day: string, most: number): Promise<number>;
  /** Those for one of the hashes since then, of one environment or of both, newest first. */
  of(hashes: string[], since: Date, limit: number, environment?: Environment): Promise<Refusal[]>;
  /** Removes some that are older than `before`; returns how many. */
  removeOld(before: Date, limit: number): Promise<number>;
  removeOf(hashes: string[]): Promise<void>;
}

export function createRefusalStore(connection: mongoose.Connection): RefusalStore {
  const model = connection.model<Refusal>('Refusal', schema);
  return {
    note: async (refusals, adds) => {
      const operations = refusals.map(({ _id, at, requestId, message, ...same }) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { at, requestId, message }, $inc: { count: 1 }, $setOnInsert: same },
          upsert: adds,
        },
      }));
      const { upsertedCount } = await model.bulkWrite(operations, { ordered: false });
      return upsertedCount;
    },
    keptOf: (keyId, day, most) => model.countDocuments({ keyId, day }).limit(most).exec(),
    of: (hashes, since, limit, environment) =>
      model
        .find({ hashes: { $in: hashes }, at: { $gte: since }, ...(environment && { environment }) })
        .sort({ at: -1 })
        .limit(limit)
        .lean<Refusal[]>()
        .exec(),
    removeOld: (before, limit) => removeSome(model, { at: { $lt: before } }, limit),
    removeOf: async (hashes) => {
      await model.deleteMany({ hashes: { $in: hashes } });
    },
  };
}
