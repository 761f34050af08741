import mongoose from 'mongoose';
import type { Environment } from '../core/channels';
import type { Scope } from '../core/scope';
import type { SuppressibleChannel, SuppressionReason } from '../core/suppression';

/** An address that gets nothing more, in one application and environment. */
export interface Suppression {
  /** `suppressionId` of its address. */
  _id: string;
  applicationId: string;
  environment: Environment;
  channel: SuppressibleChannel;
  /** In clear, for operators; null once its contact was erased. */
  address: string | null;
  reason: SuppressionReason;
  /** In the provider's words, or the operator's. */
  detail: string | null;
  notificationId: string | null;
  contactId: string | null;
  createdAt: Date;
}

const schema = new mongoose.Schema<Suppression>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    channel: { type: String, required: true },
    address: { type: String, default: null },
    reason: { type: String, required: true },
    detail: { type: String, default: null },
    notificationId: { type: String, default: null },
    contactId: { type: String, default: null },
    createdAt: { type: Date, required: true },
  },
  { collection: 'suppressions', versionKey: false, strict: 'throw', _id: false },
);
// The operators' list, newest first.
schema.index({ applicationId: 1, environment: 1, createdAt: -1, _id: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });

/** What goes from the suppressions of an erased contact. */
const FORGOTTEN = { address: null, detail: null, notificationId: null, contactId: null };

export interface SuppressionStore {
  /** Adds it; one that is there stays as it is. True when it is new. */
  add(suppression: Suppression): Promise<boolean>;
  get(id: string): Promise<Suppression | null>;
  /** Those of the ids that are suppressed. */
  among(ids: string[]): Promise<Set<string>>;
  /** Newest first. */
  list(query: { scope: Scope; limit: number; offset: number }): Promise<Suppression[]>;
  /** Takes it back, whatever its reason or only where it has this one. False when there was none. */
  lift(id: string, only?: SuppressionReason): Promise<boolean>;
  /** Leaves only the hash of what an erased contact had. */
  forget(of: { ids: string[] } | { contactId: string }): Promise<void>;
}

export function createSuppressionStore(connection: mongoose.Connection): SuppressionStore {
  const model = connection.model<Suppression>('Suppression', schema);
  return {
    add: async ({ _id, ...rest }) =>
      (await model.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })).upsertedCount > 0,
    get: (id) => model.findById(id).lean<Suppression>().exec(),
    among: async (ids) => {
      if (ids.length === 0) return new Set();
      const found = await model.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    list: ({ scope: { applicationId, environment }, limit, offset }) =>
      model
        .find({ applicationId, environment })
        .sort({ createdAt: -1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<Suppression[]>()
        .exec(),
    lift: async (id, only) =>
      (await model.deleteOne({ _id: id, ...(only && { reason: only }) })).deletedCount > 0,
    forget: async (of) => {
      const filter = 'ids' in of ? { _id: { $in: of.ids } } : of;
      await model.updateMany(filter, { $set: FORGOTTEN });
    },
  };
}
