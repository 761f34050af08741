import mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { SuppressibleChannel, SuppressionReason } from '../../core/receipts/suppression';

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
  /** When what it is for happened, of an opt-out for the last time; absent in what older versions stored: `createdAt`. */
  at?: Date;
}

/** What was taken back of an address, which outlives its suppressions: reports may come late and out of order. */
interface Lift {
  /** `suppressionId` of the address. */
  _id: string;
  /** By reason the time up to which it counts no more. */
  until: Partial<Record<SuppressionReason, Date>>;
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
    at: { type: Date },
  },
  { collection: 'suppressions', versionKey: false, strict: 'throw', _id: false },
);
const liftSchema = new mongoose.Schema<Lift>(
  { _id: { type: String, required: true }, until: { type: mongoose.Schema.Types.Mixed } },
  { collection: 'suppression_lifts', versionKey: false, strict: 'throw', _id: false },
);
// The operators' list, newest first.
schema.index({ applicationId: 1, environment: 1, createdAt: -1, _id: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });

/** What goes from the suppressions of an erased contact. */
const FORGOTTEN = { address: null, detail: null, notificationId: null, contactId: null };

export interface SuppressionStore {
  /** Adds it, unless it was lifted up to its time; one that is there keeps its reason. True when it is new. */
  add(suppression: Suppression & { at: Date }): Promise<boolean>;
  get(id: string): Promise<Suppression | null>;
  /** Those of the ids that are suppressed. */
  among(ids: string[]): Promise<Set<string>>;
  /** Newest first. */
  list(query: { scope: Scope; limit: number; offset: number }): Promise<Suppression[]>;
  /**
   * Takes back what has this reason and happened up to `until`; what is reported of that time later suppresses nothing.
   * False when there was none.
   */
  lift(id: string, reason: SuppressionReason, until: Date): Promise<boolean>;
  /** Leaves only the hash of what an erased contact had. */
  forget(of: { ids: string[] } | { contactId: string }): Promise<void>;
}

export function createSuppressionStore(connection: mongoose.Connection): SuppressionStore {
  const model = connection.model<Suppression>('Suppression', schema);
  const lifts = connection.model<Lift>('SuppressionLift', liftSchema);

  const remove = async (_id: string, reason: SuppressionReason, until: Date): Promise<boolean> => {
    const upTo = { $or: [{ at: { $lte: until } }, { at: null, createdAt: { $lte: until } }] };
    return (await model.deleteOne({ _id, reason, ...upTo })).deletedCount > 0;
  };
  const liftedUntil = async (_id: string, reason: SuppressionReason): Promise<Date> =>
    (await lifts.findById(_id).lean<Lift>().exec())?.until[reason] ?? new Date(0);

  return {
    add: async ({ _id, at, ...rest }) => {
      const { reason } = rest;
      if (at <= (await liftedUntil(_id, reason))) return false;
      const change =
        reason === 'opt_out' ? { $setOnInsert: rest, $max: { at } } : { $setOnInsert: { ...rest, at } };
      const { upsertedCount } = await model.updateOne({ _id }, change, { upsert: true });
      // Each of the two writes its own before it looks for the other's, so whichever comes second sees both.
      const until = await liftedUntil(_id, reason);
      if (at > until) return upsertedCount > 0;
      await remove(_id, reason, until);
      return false;
    },
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
    lift: async (id, reason, until) => {
      await lifts.updateOne({ _id: id }, { $max: { [`until.${reason}`]: until } }, { upsert: true });
      return remove(id, reason, until);
    },
    forget: async (of) => {
      const filter = 'ids' in of ? { _id: { $in: of.ids } } : of;
      await model.updateMany(filter, { $set: FORGOTTEN });
    },
  };
}
