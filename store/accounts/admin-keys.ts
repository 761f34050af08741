import type mongoose from 'mongoose';
import type { AdminRole } from '../../core/access/admin-roles';
import { schemaOf } from '../schema';
import { findAndUpdate } from '../queries';

/** Maximum number of keys that are kept, with the current one. */
const MAX_KEPT = 10;

/** An admin key; the key itself is never stored. */
export interface AdminKey {
  _id: string;
  name: string;
  role: AdminRole;
  /** SHA-256, hex, of the key and, after rotations, of those before it, newest first. */
  hashes: string[];
  /** When the key before the last rotation expires; null: there was no rotation. */
  previousUntil: Date | null;
  /** When those before it expire, in the order of `hashes`. Absent: before this field there was one at most. */
  earlierUntil?: Date[];
  /** The first characters, to tell keys apart. */
  prefix: string;
  createdAt: Date;
  /** From when it is refused; null: never. */
  expiresAt: Date | null;
  /** Up to a minute old; null: never used. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const schema = schemaOf<AdminKey>('adminkeys', {
  _id: { type: String, required: true },
  name: { type: String, required: true },
  role: { type: String, required: true },
  hashes: { type: [String], required: true },
  previousUntil: { type: Date, default: null },
  earlierUntil: { type: [Date], default: undefined },
  prefix: { type: String, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, default: null },
  lastUsedAt: { type: Date, default: null },
  revokedAt: { type: Date, default: null },
});
// Authentication of a request.
schema.index({ hashes: 1 }, { unique: true });
schema.index({ createdAt: 1 });

const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other);

/** When each hash behind the first expires. */
export const endsOf = ({
  previousUntil,
  earlierUntil = [],
}: Pick<AdminKey, 'previousUntil' | 'earlierUntil'>) => [
  ...(previousUntil ? [previousUntil] : []),
  ...earlierUntil,
];

export function createAdminKeyStore(connection: mongoose.Connection) {
  const model = connection.model<AdminKey>('AdminKey', schema);
  return {
    insert: async (key: AdminKey) => {
      await model.insertMany([key], { lean: true });
    },
    get: (id: string) => model.findById(id).lean<AdminKey>().exec(),
    /** Returns the active key with this hash, or the one that had it before a rotation. */
    ofHash: (hash: string) => model.findOne({ hashes: hash, revokedAt: null }).lean<AdminKey>().exec(),
    list: () => model.find().sort({ createdAt: 1 }).lean<AdminKey[]>().exec(),
    /**
     * Replaces the current hash by `hash` at `at`. Those before it stay valid as long as they would, but until `previousUntil`
     * at most: if the answer to a rotation was lost, people still use one of them. Null if the key is revoked, or was rotated
     * since it was read.
     */
    rotate: (
      key: Pick<AdminKey, '_id' | 'hashes' | 'previousUntil' | 'earlierUntil'>,
      { hash, at, ...rest }: { hash: string; prefix: string; previousUntil: Date; at: Date },
    ) => {
      const {
        _id,
        hashes: [current = '', ...before],
      } = key;
      const ends = endsOf(key);
      const earlier = before
        .map((old, n) => ({ old, until: earlierOf(ends[n] ?? at, rest.previousUntil) }))
        .slice(0, MAX_KEPT - 2);
      return findAndUpdate(
        model,
        { _id, 'hashes.0': current, revokedAt: null },
        {
          $set: {
            hashes: [hash, current, ...earlier.map(({ old }) => old)],
            earlierUntil: earlier.map(({ until }) => until),
            ...rest,
          },
        },
      );
    },
    noteUse: async (id: string, at: Date) => {
      await model.updateOne({ _id: id }, { $set: { lastUsedAt: at } });
    },
    /** Null if there is no such key, or if it is already revoked. */
    revoke: (id: string, at: Date) =>
      findAndUpdate(model, { _id: id, revokedAt: null }, { $set: { revokedAt: at } }),
  };
}
