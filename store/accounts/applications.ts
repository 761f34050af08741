import type mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Limit } from '../../core/caps/limit';
import type { SmsGuard } from '../../core/caps/sms-guard';
import type { Category } from '../../core/preferences/category';
import type { Channel, Environment } from '../../core/shared/channels';
import type { ProviderHealth } from '../../core/sending/failover';
import type { DkimKey } from '../../core/sending/dkim/key';
import type { Integration } from '../../core/sending/integration';
import { type ApplicationPause, integrationPause } from '../../core/sending/pauses';
import type { Brand } from '../../core/sending/brand-shape';
import type { SmsPrices } from '../../core/sending/sms-prices';
import type { WebhookRetries } from '../../core/webhooks/plan';
import type { Sender } from '../../core/sending/sender-type';
import { Mixed, schemaOf } from '../schema';
import { insertNew } from '../insert';
import { findAndUpdate } from '../queries';

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
  /** Prices of SMS; absent or null: not known. */
  smsPrices?: SmsPrices | null;
  ownerEmail: string | null;
  /** Sender of e-mails if neither request nor event names one. */
  from: string | null;
  /** `brand.*` in templates. */
  brand: Brand;
  senders: Sender[];
  /** Keys that sign its e-mail over SMTP; absent: none. */
  dkim?: DkimKey[];
  /** Accounts at providers; absent in what older versions stored. */
  integrations?: Integration[];
  /** Addresses, numbers and ids that sandbox really delivers to; absent: none. */
  sandboxRecipients?: string[];
  createdAt: Date;
  /** Days that notifications are kept after their end; null or absent: the service's setting. */
  keepNotificationsDays?: number | null;
  /** Days that their payload and rendered content are kept; null or absent: the service's setting. */
  keepContentDays?: number | null;
  /** By provider (integration id, or `SERVICE_SMTP`), those that failed recently; absent: none. */
  health?: Record<string, ProviderHealth>;
  /** What is paused of its events, integrations, broadcasts and prefixes; absent: nothing. */
  pauses?: ApplicationPause[];
  /** What its contacts can switch on and off; absent: nothing. */
  categories?: Partial<Record<Environment, Category[]>>;
  /** Countries that its SMS may go to (ISO 3166-1); absent or null: all. */
  smsCountries?: string[] | null;
  /** Holds SMS to prefixes whose recipients use no codes; absent or null: nothing does. */
  smsGuard?: SmsGuard | null;
  /** How much is sent to one contact, address or prefix; absent: as much as is asked for. */
  limits?: Limit[];
  /** Key of the hashes of its suppressed addresses, 32 bytes in base64, sealed; absent: nothing was suppressed yet. */
  suppressionKey?: AtRest | null;
  /** Key of the links in its messages, 32 bytes in base64, sealed; absent: no message has had one yet. */
  linkKey?: AtRest | null;
  /** Channels whose receipts raise `delivery.delivered`; absent: e-mail. */
  deliveredChannels?: Channel[];
  /** Plan of webhook retries; absent: standard. */
  webhookRetries?: WebhookRetries;
  /** Notifications accepted but not begun, when last counted; absent: none. The count stops after the limit. */
  backlog?: number;
}

export type ApplicationSettings = Pick<
  Application,
  | 'subscription'
  | 'monthlyQuota'
  | 'dailyQuota'
  | 'otpDomain'
  | 'smsPrices'
  | 'ownerEmail'
  | 'from'
  | 'brand'
  | 'sandboxRecipients'
  | 'keepNotificationsDays'
  | 'keepContentDays'
  | 'deliveredChannels'
  | 'webhookRetries'
  | 'limits'
  | 'smsCountries'
  | 'smsGuard'
>;

const schema = schemaOf<Application>(
  'applications',
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    subscription: { type: String, required: true },
    monthlyQuota: { type: Number, required: true },
    dailyQuota: { type: Number, default: null },
    otpDomain: { type: String, default: null },
    smsPrices: { type: Mixed },
    ownerEmail: { type: String, default: null },
    from: { type: String, default: null },
    brand: { type: Mixed },
    senders: { type: Mixed },
    dkim: { type: Mixed },
    integrations: { type: Mixed },
    sandboxRecipients: { type: Mixed },
    createdAt: { type: Date, required: true },
    keepNotificationsDays: { type: Number, default: null },
    keepContentDays: { type: Number, default: null },
    backlog: { type: Number },
    health: { type: Mixed },
    pauses: { type: Mixed },
    categories: { type: Mixed },
    smsCountries: { type: Mixed },
    smsGuard: { type: Mixed },
    limits: { type: Mixed },
    suppressionKey: { type: Mixed },
    linkKey: { type: Mixed },
    deliveredChannels: { type: Mixed },
    webhookRetries: { type: String },
  },
  { minimize: false },
);
schema.index({ name: 1 }, { unique: true });
// Callbacks of providers.
schema.index({ 'integrations.id': 1 });
// The sweep: pauses that were resumed, and are not over.
schema.index({ 'pauses.resumedAt': 1 }, { sparse: true });
// The sweep: pauses that end, and how many prefixes are held.
schema.index({ 'pauses.endsAt': 1 }, { sparse: true });
// Backlogs to reset.
schema.index({ backlog: 1 }, { sparse: true });

export function createApplicationStore(connection: mongoose.Connection) {
  const model = connection.model<Application>('Application', schema);
  const get = (id: string) => model.findById(id).lean<Application>().exec();
  const update = (_id: string, change: mongoose.UpdateQuery<Application>) =>
    findAndUpdate(model, { _id }, change);
  return {
    /** Returns false if the name is taken. */
    insert: (application: Application) => insertNew(model, application),
    get,
    getByName: (name: string) => model.findOne({ name }).lean<Application>().exec(),
    /** Returns the application that an integration belongs to. */
    ofIntegration: (integrationId: string) =>
      model.findOne({ 'integrations.id': integrationId }).lean<Application>().exec(),
    list: () => model.find().sort({ name: 1 }).lean<Application[]>().exec(),
    /** Null if there is no such application, or if one of its settings is no longer as in `read`. */
    update: (id: string, settings: Partial<ApplicationSettings>, read: Partial<ApplicationSettings> = {}) =>
      findAndUpdate(
        model,
        {
          _id: id,
          ...Object.fromEntries(
            Object.entries(read).map(([name, value]) => [
              name,
              // Mongoose makes an `$in` of a list.
              value === undefined ? { $exists: false } : { $eq: value },
            ]),
          ),
        },
        { $set: settings },
      ),
    /** Adds a sender, unless the application has one of the same type and value. */
    addSender: async (id: string, sender: Sender) => {
      const { type, value } = sender;
      await model.updateOne(
        { _id: id, senders: { $not: { $elemMatch: { type, value } } } },
        { $push: { senders: sender } },
      );
      return get(id);
    },
    /** Writes the categories of an environment, if they are still as before. Null: they are not, or there is no such application. */
    replaceCategories: (
      id: string,
      environment: Environment,
      { before, after }: { before: Category[] | undefined; after: Category[] },
    ) =>
      findAndUpdate(
        model,
        // Mongoose makes an `$in` of a list.
        { _id: id, [`categories.${environment}`]: before ? { $eq: before } : { $exists: false } },
        { $set: { [`categories.${environment}`]: after } },
      ),
    /** Removes a sender, and the DKIM keys of `unused`, a domain that no other sender has. */
    removeSender: (id: string, senderId: string, unused: string | null) =>
      update(id, {
        $pull: { senders: { id: senderId }, ...(unused !== null && { dkim: { domain: unused } }) },
      }),
    addIntegration: (id: string, integration: Integration) =>
      update(id, { $push: { integrations: integration } }),
    /** Replaces the integration of the same id. Null if there is none, or if it is no longer as in `read`. */
    replaceIntegration: (
      id: string,
      integration: Integration,
      // Sealing the credentials with another key is no change of the integration.
      { sealed, updatedAt }: Pick<Integration, 'sealed' | 'updatedAt'>,
    ) =>
      findAndUpdate(
        model,
        { _id: id, integrations: { $elemMatch: { id: integration.id, sealed, updatedAt } } },
        // The change may have fixed the integration, so its failures no longer count.
        { $set: { 'integrations.$[i]': integration }, $unset: { [`health.${integration.id}`]: 1 } },
        { arrayFilters: [{ 'i.id': integration.id }] },
      ),
    /** Null if it is paused. */
    removeIntegration: (id: string, integrationId: string) =>
      findAndUpdate(
        model,
        { _id: id, 'pauses.of': { $ne: integrationPause(integrationId) } },
        {
          $pull: { integrations: { id: integrationId } },
          $unset: { [`health.${integrationId}`]: 1 },
        },
      ),
    /** Returns a key of the application, after setting it to `candidate` if it had none; null if there is no such application. */
    keyFor: async (id: string, name: 'suppressionKey' | 'linkKey', candidate: AtRest) => {
      await model.updateOne({ _id: id, [name]: null }, { $set: { [name]: candidate } });
      return (await get(id))?.[name] ?? null;
    },
    /** Writes the counted backlogs by application, and removes the backlog of every other application. */
    setBacklogs: async (counted: Map<string, number>) => {
      const ids = [...counted.keys()];
      await model.updateMany({ backlog: { $gt: 0 }, _id: { $nin: ids } }, { $unset: { backlog: 1 } });
      await Promise.all(
        [...counted].map(([_id, backlog]) => model.updateOne({ _id }, { $set: { backlog } })),
      );
    },
  };
}
