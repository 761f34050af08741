import mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import { type Scope, scopeKey } from '../../core/shared/scope';
import type { WebhookEventType } from '../../core/webhooks/event';
import { isDuplicateKey } from '../connection';

/** The webhook endpoint of an application in one environment. */
export interface WebhookEndpoint {
  _id: string;
  /** `<application id>:<environment>`, unique: there is one endpoint per scope. */
  scope: string;
  url: string;
  enabledEvents: WebhookEventType[];
  isActive: boolean;
  description: string;
  /** Sealed for `sealedFor.webhook`, as the one before is. */
  signingSecret: AtRest;
  /** The secret before, which signs beside it until then; absent: it was never rotated. */
  previousSecret?: PreviousSecret;
  /** Those before that one, the newest first, if rotations followed each other. */
  earlierSecrets?: PreviousSecret[];
  createdAt: Date;
  updatedAt: Date;
  /** When its first attempt since the last success failed; absent: nothing fails. */
  failingSince?: Date;
  /** Absent: it is on, or someone else switched it off. */
  switchedOff?: SwitchOff;
  /** When its owner was to be told that it is off; absent: nothing is to be told. */
  untoldSince?: Date;
  /** When its workflow looks next for events that wait for it; absent: none waits. */
  drainsAt?: Date;
}

export interface PreviousSecret {
  secret: AtRest;
  until: Date;
}

/** The secrets of an endpoint that sign beside the present one, the newest first. */
export const previousSecrets = (
  { previousSecret, earlierSecrets = [] }: Pick<WebhookEndpoint, 'previousSecret' | 'earlierSecrets'>,
  at: Date,
): PreviousSecret[] =>
  [...(previousSecret ? [previousSecret] : []), ...earlierSecrets].filter(({ until }) => until > at);

/** Why the service has switched an endpoint off. */
export interface SwitchOff {
  at: Date;
  /** It had no success from then on. */
  failingSince: Date;
  notice: OwnerNotice;
}

/**
 * What became of the e-mail to the application's owner: `no_address`: the application has no `owner_email`; `no_smtp`: the
 * service has no SMTP server; `refused`: the SMTP server or the mailbox does not take it.
 */
export type OwnerNotice = 'pending' | 'sent' | 'no_address' | 'no_smtp' | 'refused';

/** Whether an event that happens now is for this endpoint. */
export const wants = (
  endpoint: WebhookEndpoint | null | undefined,
  type: WebhookEventType,
): endpoint is WebhookEndpoint => endpoint?.isActive === true && endpoint.enabledEvents.includes(type);

export type WebhookChanges = Partial<
  Pick<WebhookEndpoint, 'url' | 'enabledEvents' | 'isActive' | 'description'>
>;

const schema = new mongoose.Schema<WebhookEndpoint>(
  {
    _id: { type: String, required: true },
    scope: { type: String, required: true },
    url: { type: String, required: true },
    enabledEvents: { type: [String], required: true },
    isActive: { type: Boolean, required: true },
    description: { type: String, default: '' },
    signingSecret: { type: mongoose.Schema.Types.Mixed, required: true },
    previousSecret: { type: mongoose.Schema.Types.Mixed },
    earlierSecrets: { type: mongoose.Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    failingSince: { type: Date },
    switchedOff: { type: mongoose.Schema.Types.Mixed },
    untoldSince: { type: Date },
    drainsAt: { type: Date },
  },
  { collection: 'webhooks', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ scope: 1 }, { unique: true });
// Whose owner is still to be told.
schema.index({ untoldSince: 1 }, { sparse: true });
// Whose queue should have been drained.
schema.index({ drainsAt: 1 }, { sparse: true });

export interface WebhookStore {
  /** False when the scope has an endpoint already. */
  insert(endpoint: WebhookEndpoint): Promise<boolean>;
  get(id: string): Promise<WebhookEndpoint | null>;
  ofScope(scope: Scope): Promise<WebhookEndpoint | null>;
  /** Switching it on, or another url, begins anew: what failed before is forgotten. */
  update(scope: Scope, id: string, changes: WebhookChanges, at: Date): Promise<WebhookEndpoint | null>;
  /**
   * Makes `secret` the signing secret, and the one of `endpoint` sign until then, with `earlier` beside it; false where that
   * is not the present one.
   */
  rotateSecret(
    endpoint: Pick<WebhookEndpoint, '_id' | 'signingSecret'>,
    next: { secret: AtRest; earlier: PreviousSecret[] },
    times: { at: Date; until: Date },
  ): Promise<boolean>;
  /** False when there was none. */
  remove(scope: Scope, id: string): Promise<boolean>;
}

export function createWebhookStore(connection: mongoose.Connection): WebhookStore {
  const model = connection.model<WebhookEndpoint>('WebhookEndpoint', schema);
  return {
    insert: async (endpoint) => {
      try {
        await model.insertMany([endpoint], { lean: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    get: (id) => model.findById(id).lean<WebhookEndpoint>().exec(),
    ofScope: (scope) =>
      model
        .findOne({ scope: scopeKey(scope) })
        .lean<WebhookEndpoint>()
        .exec(),
    update: (scope, id, changes, at) =>
      model
        .findOneAndUpdate(
          { _id: id, scope: scopeKey(scope) },
          { $set: { ...changes, updatedAt: at }, ...forgotten(changes) },
          { returnDocument: 'after' },
        )
        .lean<WebhookEndpoint>()
        .exec(),
    rotateSecret: async ({ _id, signingSecret }, { secret, earlier }, { at, until }) => {
      const rotated = await model.updateOne(
        { _id, signingSecret },
        {
          $set: {
            ...{ signingSecret: secret, previousSecret: { secret: signingSecret, until }, updatedAt: at },
            earlierSecrets: earlier,
          },
        },
      );
      return rotated.matchedCount > 0;
    },
    remove: async (scope, id) =>
      (await model.deleteOne({ _id: id, scope: scopeKey(scope) })).deletedCount > 0,
  };
}

const forgotten = ({ isActive, url }: WebhookChanges) => ({
  ...(isActive === true && { $unset: { failingSince: 1, switchedOff: 1, untoldSince: 1 } as const }),
  ...(isActive !== true && url !== undefined && { $unset: { failingSince: 1 } as const }),
});
