import type mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import type { SuppressibleChannel, SuppressionReason } from '../../core/receipts/suppression';
import { Mixed, schemaOf } from '../schema';
import { idsOf } from '../queries';

/** An address that receives no more messages, in one application and environment. */
export interface Suppression {
  /** `suppressionId` of its address. */
  _id: string;
  applicationId: string;
  environment: Environment;
  channel: SuppressibleChannel;
  /** In clear, for operators; null once its contact was erased. */
  address: string | null;
  reason: SuppressionReason;
  /** Text of the provider or the operator. */
  detail: string | null;
  notificationId: string | null;
  contactId: string | null;
  createdAt: Date;
  /** When its cause happened; of an opt-out the last one. Absent in documents of older versions: `createdAt`. */
  at?: Date;
}

/** The lifts of an address. They outlive its suppressions, because reports may come late and out of order. */
interface Lift {
  /** `suppressionId` of the address. */
  _id: string;
  /** By reason, the time up to which reports no longer count. */
  until: Partial<Record<SuppressionReason, Date>>;
}

const schema = schemaOf<Suppression>('suppressions', {
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
});
const liftSchema = schemaOf<Lift>('suppression_lifts', {
  _id: { type: String, required: true },
  until: { type: Mixed },
});
// The operators' list, newest first.
schema.index({ applicationId: 1, environment: 1, createdAt: -1, _id: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });

/** What the erasure of a contact removes from its suppressions. */
const FORGOTTEN = { address: null, detail: null, notificationId: null, contactId: null };

type SuppressionPage = { scope: Scope; limit: number; offset: number };

export function createSuppressionStore(connection: mongoose.Connection) {
  const model = connection.model<Suppression>('Suppression', schema);
  const lifts = connection.model<Lift>('SuppressionLift', liftSchema);

  const remove = async (_id: string, reason: SuppressionReason, until: Date): Promise<boolean> => {
    const upTo = { $or: [{ at: { $lte: until } }, { at: null, createdAt: { $lte: until } }] };
    return (await model.deleteOne({ _id, reason, ...upTo })).deletedCount > 0;
  };
  const liftedUntil = async (_id: string, reason: SuppressionReason): Promise<Date> =>
    (await lifts.findById(_id).lean<Lift>().exec())?.until[reason] ?? new Date(0);

  return {
    /** Adds a suppression, unless a lift covers its time. An existing one keeps its reason. Returns true if it is new. */
    add: async ({ _id, at, ...rest }: Suppression & { at: Date }) => {
      const { reason } = rest;
      if (at <= (await liftedUntil(_id, reason))) return false;
      const change =
        reason === 'opt_out' ? { $setOnInsert: rest, $max: { at } } : { $setOnInsert: { ...rest, at } };
      const { upsertedCount } = await model.updateOne({ _id }, change, { upsert: true });
      // Adding and lifting each write before they read, so the second one sees both.
      const until = await liftedUntil(_id, reason);
      if (at > until) return upsertedCount > 0;
      await remove(_id, reason, until);
      return false;
    },
    get: (id: string) => model.findById(id).lean<Suppression>().exec(),
    /** Returns those of the ids that are suppressed. */
    among: async (ids: string[]) =>
      new Set(ids.length === 0 ? [] : idsOf(await model.find({ _id: { $in: ids } }, { _id: 1 }).lean())),
    /** Newest first. */
    list: ({ scope: { applicationId, environment }, limit, offset }: SuppressionPage) =>
      model
        .find({ applicationId, environment })
        .sort({ createdAt: -1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<Suppression[]>()
        .exec(),
    /**
     * Lifts a suppression of this reason that happened up to `until`. Later reports of that time suppress nothing. Returns
     * false if there was none.
     */
    lift: async (id: string, reason: SuppressionReason, until: Date) => {
      await lifts.updateOne({ _id: id }, { $max: { [`until.${reason}`]: until } }, { upsert: true });
      return remove(id, reason, until);
    },
    /** Keeps only the hash of an erased contact's addresses. */
    forget: async (of: { ids: string[] } | { contactId: string }) => {
      const filter = 'ids' in of ? { _id: { $in: of.ids } } : of;
      await model.updateMany(filter, { $set: FORGOTTEN });
    },
  };
}
