import type mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { SuppressibleChannel, SuppressionReason } from '../../core/receipts/suppression';
import { Mixed, schemaOf } from '../schema';

/** One reason of a suppression. */
export interface SuppressedFor {
  /** When its cause happened last. */
  at: Date;
  /** When it was stored first. */
  since: Date;
  /** Text of the provider or the operator; null once the contact was erased. */
  detail: string | null;
  notificationId: string | null;
}

/** An address that receives no more messages, in one application and environment, while it has a reason. */
export interface Suppression {
  /** `suppressionId` of its address. */
  _id: string;
  applicationId: string;
  environment: Environment;
  channel: SuppressibleChannel;
  /** In clear, for operators; null once its contact was erased. */
  address: string | null;
  reasons: Partial<Record<SuppressionReason, SuppressedFor>>;
  /** The oldest of its reasons, and what that one says. */
  reason: SuppressionReason;
  detail: string | null;
  notificationId: string | null;
  at: Date;
  contactId: string | null;
  createdAt: Date;
}

/** The preferences of the contact who has the address, after an opt-out at a provider. Absent: they are changed. */
export interface PendingChoice {
  /** When the sweep changes them. */
  choicePending: Date;
  /** Name of the provider and its list; null: an answer to a message. */
  choiceName: string | null;
}

/** As stored. Older releases know neither `reasons` nor `revision`, and the oldest ones no `at`. */
export type StoredSuppression = Omit<Suppression, 'reasons' | 'at'> &
  Partial<Pick<Suppression, 'reasons' | 'at'>> & {
    /** Number of changes. Each change requires the revision that it read. */
    revision?: number;
  } & Partial<PendingChoice>;

/** The lifts of an address. They outlive its suppressions, because reports may come late and out of order. */
export interface Lift {
  /** `suppressionId` of the address. */
  _id: string;
  /** By reason, the time up to which reports no longer count. */
  until: Partial<Record<SuppressionReason, Date>>;
}

const schema = schemaOf<StoredSuppression>('suppressions', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  channel: { type: String, required: true },
  address: { type: String, default: null },
  reasons: { type: Mixed },
  reason: { type: String, required: true },
  detail: { type: String, default: null },
  notificationId: { type: String, default: null },
  contactId: { type: String, default: null },
  createdAt: { type: Date, required: true },
  at: { type: Date },
  revision: { type: Number },
  choicePending: { type: Date },
  choiceName: { type: String },
});
const liftSchema = schemaOf<Lift>('suppression_lifts', {
  _id: { type: String, required: true },
  until: { type: Mixed },
});
// The operators' list, newest first.
schema.index({ applicationId: 1, environment: 1, createdAt: -1, _id: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });

// Opt-outs whose preferences the sweep changes.
schema.index({ choicePending: 1 }, { sparse: true });

/** The suppressions and their lifts, with the indexes that serve their queries. */
export const suppressionModels = (connection: mongoose.Connection) => ({
  model: connection.model<StoredSuppression>('Suppression', schema),
  lifts: connection.model<Lift>('SuppressionLift', liftSchema),
});
