import mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Channel } from '../../core/shared/channels';
import type { ProviderHealth } from '../../core/sending/failover';
import type { Integration } from '../../core/sending/integration';
import type { SenderType } from '../../core/sending/sender-type';
import { isDuplicateKey } from '../connection';

/** The application's brand, `brand.*` in templates. */
export interface Brand {
  name?: string;
  logotype?: string;
  color?: string;
  website?: string;
}

/** Someone in whose name messages may be sent. */
export interface Sender {
  id: string;
  type: SenderType;
  value: string;
}

/** An application: the owner of keys, events, contacts and notifications. */
export interface Application {
  _id: string;
  name: string;
  subscription: 'active' | 'inactive';
  /** Production notifications per UTC calendar month. */
  monthlyQuota: number;
  /** Production notifications per UTC day; null: no such limit. */
  dailyQuota: number | null;
  otpDomain: string | null;
  ownerEmail: string | null;
  /** Sender of e-mails where neither request nor event names one. */
  from: string | null;
  brand: Brand;
  senders: Sender[];
  /** Accounts at providers; absent in what older versions stored. */
  integrations?: Integration[];
  /** Addresses, numbers and ids that sandbox really delivers to; absent: none. */
  sandboxRecipients?: string[];
  createdAt: Date;
  /** Days that notifications are kept after their end; null or absent: the service's setting. */
  keepNotificationsDays?: number | null;
  /** Days that their payload and rendered content are kept; null or absent: the service's setting. */
  keepContentDays?: number | null;
  /** By provider (integration id, or `SERVICE_SMTP`), those that failed lately; absent: none. */
  health?: Record<string, ProviderHealth>;
  /** Key of the hashes that its suppressed addresses are known by, 32 bytes in base64, sealed; absent: none was suppressed yet. */
  suppressionKey?: AtRest | null;
  /** Channels whose receipts are told as `delivery.delivered`; absent: e-mail. */
  deliveredChannels?: Channel[];
  /** Notifications accepted and not begun, when last counted; absent: none. A count stops past the limit. */
  backlog?: number;
}

export type ApplicationSettings = Pick<
  Application,
  | 'subscription'
  | 'monthlyQuota'
  | 'dailyQuota'
  | 'otpDomain'
  | 'ownerEmail'
  | 'from'
  | 'brand'
  | 'sandboxRecipients'
  | 'keepNotificationsDays'
  | 'keepContentDays'
  | 'deliveredChannels'
>;

const schema = new mongoose.Schema<Application>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    subscription: { type: String, required: true },
    monthlyQuota: { type: Number, required: true },
    dailyQuota: { type: Number, default: null },
    otpDomain: { type: String, default: null },
    ownerEmail: { type: String, default: null },
    from: { type: String, default: null },
    brand: { type: mongoose.Schema.Types.Mixed },
    senders: { type: mongoose.Schema.Types.Mixed },
    integrations: { type: mongoose.Schema.Types.Mixed },
    sandboxRecipients: { type: mongoose.Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
    keepNotificationsDays: { type: Number, default: null },
    keepContentDays: { type: Number, default: null },
    backlog: { type: Number },
    health: { type: mongoose.Schema.Types.Mixed },
    suppressionKey: { type: mongoose.Schema.Types.Mixed },
    deliveredChannels: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'applications', versionKey: false, minimize: false, strict: 'throw', _id: false },
);
schema.index({ name: 1 }, { unique: true });
// Whose integration a provider's callback names.
schema.index({ 'integrations.id': 1 });
// Whose backlog has to be counted down.
schema.index({ backlog: 1 }, { sparse: true });

export interface ApplicationStore {
  /** False when the name is taken. */
  insert(application: Application): Promise<boolean>;
  get(id: string): Promise<Application | null>;
  getByName(name: string): Promise<Application | null>;
  /** The application that an integration belongs to. */
  ofIntegration(integrationId: string): Promise<Application | null>;
  list(): Promise<Application[]>;
  update(id: string, settings: Partial<ApplicationSettings>): Promise<Application | null>;
  /** Adds a sender; the same type and value twice is one. */
  addSender(id: string, sender: Sender): Promise<Application | null>;
  removeSender(id: string, senderId: string): Promise<Application | null>;
  /** Null where there is no such application. */
  addIntegration(id: string, integration: Integration): Promise<Application | null>;
  /** Replaces the one of the same id; null where there is none, or its credentials were sealed anew since `before` was read. */
  replaceIntegration(
    id: string,
    integration: Integration,
    before: Pick<Integration, 'sealed'>,
  ): Promise<Application | null>;
  removeIntegration(id: string, integrationId: string): Promise<Application | null>;
  /** The application's `suppressionKey`, which is `candidate` where it had none; null where it does not exist. */
  suppressionKey(id: string, candidate: AtRest): Promise<AtRest | null>;
  /** Writes the backlogs that were counted, by application; every other application has none. */
  setBacklogs(counted: Map<string, number>): Promise<void>;
}

export function createApplicationStore(connection: mongoose.Connection): ApplicationStore {
  const model = connection.model<Application>('Application', schema);
  return {
    insert: async (application) => {
      try {
        await model.insertMany([application], { lean: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    get: (id) => model.findById(id).lean<Application>().exec(),
    getByName: (name) => model.findOne({ name }).lean<Application>().exec(),
    ofIntegration: (integrationId) =>
      model.findOne({ 'integrations.id': integrationId }).lean<Application>().exec(),
    list: () => model.find().sort({ name: 1 }).lean<Application[]>().exec(),
    update: (id, settings) =>
      model.findByIdAndUpdate(id, { $set: settings }, { returnDocument: 'after' }).lean<Application>().exec(),
    addSender: async (id, sender) => {
      const { type, value } = sender;
      await model.updateOne(
        { _id: id, senders: { $not: { $elemMatch: { type, value } } } },
        { $push: { senders: sender } },
      );
      return model.findById(id).lean<Application>().exec();
    },
    removeSender: (id, senderId) =>
      model
        .findByIdAndUpdate(id, { $pull: { senders: { id: senderId } } }, { returnDocument: 'after' })
        .lean<Application>()
        .exec(),
    addIntegration: (id, integration) =>
      model
        .findByIdAndUpdate(id, { $push: { integrations: integration } }, { returnDocument: 'after' })
        .lean<Application>()
        .exec(),
    replaceIntegration: (id, integration, { sealed }) =>
      model
        .findOneAndUpdate(
          { _id: id, integrations: { $elemMatch: { id: integration.id, sealed } } },
          // Whoever changes it has put it right: it is tried anew.
          { $set: { 'integrations.$[i]': integration }, $unset: { [`health.${integration.id}`]: 1 } },
          { returnDocument: 'after', arrayFilters: [{ 'i.id': integration.id }] },
        )
        .lean<Application>()
        .exec(),
    removeIntegration: (id, integrationId) =>
      model
        .findByIdAndUpdate(
          id,
          { $pull: { integrations: { id: integrationId } }, $unset: { [`health.${integrationId}`]: 1 } },
          { returnDocument: 'after' },
        )
        .lean<Application>()
        .exec(),
    suppressionKey: async (id, candidate) => {
      await model.updateOne({ _id: id, suppressionKey: null }, { $set: { suppressionKey: candidate } });
      return (await model.findById(id).lean<Application>().exec())?.suppressionKey ?? null;
    },
    setBacklogs: async (counted) => {
      const ids = [...counted.keys()];
      await model.updateMany({ backlog: { $gt: 0 }, _id: { $nin: ids } }, { $unset: { backlog: 1 } });
      await Promise.all(
        [...counted].map(([_id, backlog]) => model.updateOne({ _id }, { $set: { backlog } })),
      );
    },
  };
}
