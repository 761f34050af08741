import type mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { KeyScope } from '../../core/access/key-scopes';
import { Mixed, schemaOf } from '../schema';
import { findAndUpdate } from '../queries';

/** An API key; the key itself is never stored, its hash is the document's id. */
export interface ApiKey {
  /** SHA-256 of the key, hex; keys are random, so a fast hash is enough. */
  _id: string;
  id: string;
  applicationId: string;
  environment: Environment;
  /** The first characters, to tell keys apart. */
  prefix: string;
  label: string | null;
  /** Requests per second; null: the environment's default. */
  rateLimit: number | null;
  /** What it may do; null or absent: everything. */
  scopes?: KeyScope[] | null;
  /** From when it is refused; null or absent: never. */
  expiresAt?: Date | null;
  /** Up to a minute old; null or absent: not used since releases record this. */
  lastUsedAt?: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
}

const schema = schemaOf<ApiKey>('apikeys', {
  _id: { type: String, required: true },
  id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  prefix: { type: String, required: true },
  label: { type: String, default: null },
  rateLimit: { type: Number, default: null },
  scopes: { type: Mixed, default: null },
  expiresAt: { type: Date, default: null },
  lastUsedAt: { type: Date, default: null },
  createdAt: { type: Date, required: true },
  revokedAt: { type: Date, default: null },
});
schema.index({ applicationId: 1, createdAt: 1 });

export function createApiKeyStore(connection: mongoose.Connection) {
  const model = connection.model<ApiKey>('ApiKey', schema);
  return {
    insert: async (key: ApiKey) => {
      await model.insertMany([key], { lean: true });
    },
    /** Returns the keys with these hashes that are not revoked. They may have expired. */
    getActive: (hashes: string[]) =>
      model
        .find({ _id: { $in: hashes }, revokedAt: null })
        .lean<ApiKey[]>()
        .exec(),
    list: (applicationId: string) =>
      model.find({ applicationId }).sort({ createdAt: 1 }).lean<ApiKey[]>().exec(),
    noteUse: async (hash: string, at: Date) => {
      await model.updateOne({ _id: hash }, { $set: { lastUsedAt: at } });
    },
    /** Returns the revoked key, whose hash caches drop; null if there is no such key. */
    revoke: (applicationId: string, id: string, at: Date) =>
      findAndUpdate(model, { applicationId, id }, { $set: { revokedAt: at } }),
  };
}
