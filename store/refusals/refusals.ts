import mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { ErrorCode } from '../../core/shared/error-codes';
import { removeSome } from '../maintenance/remove-some';

/** A send that was refused, for one recipient. It has no address in clear. */
export interface Refusal {
  _id: string;
  applicationId: string;
  environment: Environment;
  at: Date;
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
    at: { type: Date, required: true },
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
// Retention.
schema.index({ at: 1 });

export interface RefusalStore {
  insertAll(refusals: Refusal[]): Promise<void>;
  /** Those for one of the hashes since then, of one environment or of both, newest first. */
  of(hashes: string[], since: Date, limit: number, environment?: Environment): Promise<Refusal[]>;
  /** Removes some that are older than `before`; returns how many. */
  removeOld(before: Date, limit: number): Promise<number>;
  removeOf(hashes: string[]): Promise<void>;
}

export function createRefusalStore(connection: mongoose.Connection): RefusalStore {
  const model = connection.model<Refusal>('Refusal', schema);
  return {
    insertAll: async (refusals) => {
      await model.insertMany(refusals, { lean: true });
    },
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
