import type mongoose from 'mongoose';
import type { AdminRole } from '../../core/access/admin-roles';
import { findAndUpdate } from '../queries';
import { schemaOf } from '../schema';

/** A person who signs in to the dashboard. */
export interface OperatorAccount {
  _id: string;
  /** In lower case. */
  email: string;
  name: string;
  role: AdminRole;
  /** Null: none was set yet. */
  passwordHash: string | null;
  /** SHA-256, hex, of the token of the link that signs in once; null: there is none. */
  linkHash: string | null;
  linkExpiresAt: Date | null;
  /** SHA-256, hex, of issuer and subject of the account at the OpenID provider that signs in. Null or absent: none did. */
  oidcAccount?: string | null;
  /** Hashes, as `oidcAccount`, of accounts that were unlinked. They do not sign in as this operator again. */
  unlinkedAccounts?: string[];
  /** How often all access was ended. A session that began before the last end is over. Absent: never. */
  accessEnds?: number;
  /** The one session that goes on after the last end. Null or absent: none does. */
  keptSession?: string | null;
  createdAt: Date;
  /** Up to a minute old; null: never signed in. */
  lastUsedAt: Date | null;
}

const schema = schemaOf<OperatorAccount>('operators', {
  _id: { type: String, required: true },
  email: { type: String, required: true },
  name: { type: String, required: true },
  role: { type: String, required: true },
  passwordHash: { type: String, default: null },
  linkHash: { type: String, default: null },
  linkExpiresAt: { type: Date, default: null },
  oidcAccount: { type: String },
  unlinkedAccounts: { type: [String], default: undefined },
  accessEnds: { type: Number },
  keptSession: { type: String },
  createdAt: { type: Date, required: true },
  lastUsedAt: { type: Date, default: null },
});
schema.index({ email: 1 }, { unique: true });
// A link that signs in.
schema.index({ linkHash: 1 });
// A sign-in by OpenID Connect. One account signs in as one operator.
schema.index({ oidcAccount: 1 }, { unique: true, partialFilterExpression: { oidcAccount: { $gt: '' } } });
schema.index({ createdAt: 1 });

export interface AccessEnd {
  /** Changes in the same write. */
  change?: Partial<Pick<OperatorAccount, 'role' | 'passwordHash' | 'oidcAccount'>>;
  /** Account that does not sign in as this operator again. */
  unlinked?: string | null;
  /** Session that goes on. */
  kept?: string;
  /** The operator as it was read. Without a match of its access, nothing is changed. */
  known?: OperatorAccount;
}

/** Matches an operator whose access has not been ended since it was read. */
const sameAccess = ({ _id, accessEnds }: OperatorAccount) => ({ _id, accessEnds: accessEnds ?? null });

export function createOperatorAccountStore(connection: mongoose.Connection) {
  const model = connection.model<OperatorAccount>('OperatorAccount', schema);
  return {
    insert: async (account: OperatorAccount) => {
      await model.insertMany([account], { lean: true });
    },
    get: (id: string) => model.findById(id).lean<OperatorAccount>().exec(),
    ofEmail: (email: string) => model.findOne({ email }).lean<OperatorAccount>().exec(),
    ofOidcAccount: (account: string) =>
      model.findOne({ oidcAccount: account }).lean<OperatorAccount>().exec(),
    list: () => model.find().sort({ createdAt: 1 }).lean<OperatorAccount[]>().exec(),
    update: (id: string, change: Partial<Pick<OperatorAccount, 'name' | 'role'>>) =>
      findAndUpdate(model, { _id: id }, { $set: change }),
    /**
     * Ends the unused link and every session but the kept one, in one write. So a sign-in that is in progress cannot
     * outlive the end. Null: there is no such operator, or its access was ended since `known` was read.
     */
    endAccess: (id: string, { change = {}, unlinked = null, kept, known }: AccessEnd = {}) =>
      findAndUpdate(model, known ? sameAccess(known) : { _id: id }, {
        $set: { ...change, linkHash: null, linkExpiresAt: null, keptSession: kept ?? null },
        $inc: { accessEnds: 1 },
        ...(unlinked !== null && { $addToSet: { unlinkedAccounts: unlinked } }),
      }),
    /**
     * Notes the account that signs in, and the role that the provider gives. Null: access was ended, or another account
     * linked, since the operator was read.
     */
    linkOidc: (known: OperatorAccount, change: { role: AdminRole; oidcAccount: string }) =>
      findAndUpdate(
        model,
        { ...sameAccess(known), oidcAccount: { $in: [null, change.oidcAccount] } },
        { $set: change },
      ),
    /** Replaces the link that signs in. Null if there is no such operator. */
    setLink: (id: string, linkHash: string, linkExpiresAt: Date) =>
      findAndUpdate(model, { _id: id }, { $set: { linkHash, linkExpiresAt } }),
    /** Uses up a link. Null if it was used, replaced, or is over. */
    useLink: (linkHash: string, now: Date) =>
      findAndUpdate(
        model,
        { linkHash, linkExpiresAt: { $gt: now } },
        { $set: { linkHash: null, linkExpiresAt: null } },
      ),
    noteUse: async (id: string, at: Date) => {
      await model.updateOne({ _id: id }, { $set: { lastUsedAt: at } });
    },
    remove: (id: string) => model.findOneAndDelete({ _id: id }).lean<OperatorAccount>().exec(),
  };
}
