import mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { KeyScope } from '../../core/access/key-scopes';

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
  /** Up to a minute old; null or absent: not used since this is noted. */
  lastUsedAt?: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
}

const schema = new mongoose.Schema<ApiKey>(
  {
    _id: { type: String, required: true },
    id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    prefix: { type: String, required: true },
    label: { type: String, default: null },
    rateLimit: { type: Number, default: null },
    scopes: { type: mongoose.Schema.Types.Mixed, default: null },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    revokedAt: { type: Date, default: null },
  },
  { collection: 'apikeys', versionKey: false, strict: 'throw', _id: false, id: false },
);
schema.index({ applicationId: 1, createdAt: 1 });

export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  /** The keys with these hashes that were not revoked; they may have expired. */
  getActive(hashes: string[]): Promise<ApiKey[]>;
  list(applicationId: string): Promise<ApiKey[]>;
  /** Notes when the key with this hash was used last. */
  noteUse(hash: string, at: Date): Promise<void>;
  /** Hash of the revoked key, so that caches can drop it; null when there is none. */
  revoke(applicationId: string, id: string, at: Date): Promise<ApiKey | null>;
}

export function createApiKeyStore(connection: mongoose.Connection): ApiKeyStore {
  const model = connection.model<ApiKey>('ApiKey', schema);
  return {
    insert: async (key) => {
      await model.insertMany([key], { lean: true });
    },
    getActive: (hashes) =>
      model
        .find({ _id: { $in: hashes }, revokedAt: null })
        .lean<ApiKey[]>()
        .exec(),
    list: (applicationId) => model.find({ applicationId }).sort({ createdAt: 1 }).lean<ApiKey[]>().exec(),
    noteUse: async (hash, at) => {
      await model.updateOne({ _id: hash }, { $set: { lastUsedAt: at } });
    },
    revoke: (applicationId, id, at) =>
      model
        .findOneAndUpdate({ applicationId, id }, { $set: { revokedAt: at } }, { returnDocument: 'after' })
        .lean<ApiKey>()
        .exec(),
  };
}
