import mongoose from 'mongoose';
import type { AdminRole } from '../../core/access/admin-roles';

/** An admin key; the key itself is never stored. */
export interface AdminKey {
  _id: string;
  name: string;
  role: AdminRole;
  /** SHA-256, hex, of the key and, after a rotation, of the one before it. */
  hashes: string[];
  /** Until when the key before the last rotation is taken; null: there was no rotation. */
  previousUntil: Date | null;
  /** The first characters, to tell keys apart. */
  prefix: string;
  createdAt: Date;
  /** From when it is refused; null: never. */
  expiresAt: Date | null;
  /** Up to a minute old; null: never used. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const schema = new mongoose.Schema<AdminKey>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    role: { type: String, required: true },
    hashes: { type: [String], required: true },
    previousUntil: { type: Date, default: null },
    prefix: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, default: null },
    lastUsedAt: { type: Date, default: null },
    revokedAt: { type: Date, default: null },
  },
  { collection: 'adminkeys', versionKey: false, strict: 'throw', _id: false },
);
// Whose key a request brings.
schema.index({ hashes: 1 }, { unique: true });
schema.index({ createdAt: 1 });

/** What a rotation writes. */
export interface AdminKeyRotation {
  hash: string;
  prefix: string;
  previousUntil: Date;
}

export interface AdminKeyStore {
  insert(key: AdminKey): Promise<void>;
  get(id: string): Promise<AdminKey | null>;
  /** The key with this hash, or the one that had it before its last rotation; not a revoked one. */
  ofHash(hash: string): Promise<AdminKey | null>;
  list(): Promise<AdminKey[]>;
  /** Null where it is revoked, or was rotated since `known` was read. */
  rotate(known: Pick<AdminKey, '_id' | 'hashes'>, rotation: AdminKeyRotation): Promise<AdminKey | null>;
  noteUse(id: string, at: Date): Promise<void>;
  /** Null where there is no such key, or it is revoked already. */
  revoke(id: string, at: Date): Promise<AdminKey | null>;
}

export function createAdminKeyStore(connection: mongoose.Connection): AdminKeyStore {
  const model = connection.model<AdminKey>('AdminKey', schema);
  return {
    insert: async (key) => {
      await model.insertMany([key], { lean: true });
    },
    get: (id) => model.findById(id).lean<AdminKey>().exec(),
    ofHash: (hash) => model.findOne({ hashes: hash, revokedAt: null }).lean<AdminKey>().exec(),
    list: () => model.find().sort({ createdAt: 1 }).lean<AdminKey[]>().exec(),
    rotate: ({ _id, hashes: [current = ''] }, { hash, prefix, previousUntil }) =>
      model
        .findOneAndUpdate(
          { _id, 'hashes.0': current, revokedAt: null },
          { $set: { hashes: [hash, current], prefix, previousUntil } },
          { returnDocument: 'after' },
        )
        .lean<AdminKey>()
        .exec(),
    noteUse: async (id, at) => {
      await model.updateOne({ _id: id }, { $set: { lastUsedAt: at } });
    },
    revoke: (id, at) =>
      model
        .findOneAndUpdate(
          { _id: id, revokedAt: null },
          { $set: { revokedAt: at } },
          { returnDocument: 'after' },
        )
        .lean<AdminKey>()
        .exec(),
  };
}
