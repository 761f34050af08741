import type mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import { type Scope, scopeKey } from '../../core/shared/scope';
import type { WebhookEventType } from '../../core/webhooks/event';
import { insertNew } from '../insert';
import { findAndUpdate, hasMatched } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** The webhook endpoint of an application in one environment. */
export interface WebhookEndpoint {
  _id: string;
  /** `<application id>:<environment>`, unique: there is one endpoint per scope. */
  scope: string;
  url: string;
  enabledEvents: WebhookEventType[];
  isActive: boolean;
  description: string;
  /** Sealed for `sealedFor.webhook`, like the secrets before it. */
  signingSecret: AtRest;
  /** The secret before it, which also signs until its time; absent: no rotation. */
  previousSecret?: PreviousSecret;
  /** The secrets before that one, newest first, if rotations followed each other closely. */
  earlierSecrets?: PreviousSecret[];
  createdAt: Date;
  updatedAt: Date;
  /** When the first attempt since the last success failed; absent: no failure. */
  failingSince?: Date;
  /** Absent: it is enabled, or its owner or an operator disabled it. */
  switchedOff?: SwitchOff;
  /** When the owner's notice is due; absent: no notice is due. */
  untoldSince?: Date;
  /** When its workflow drains its queue next; absent: the queue is empty. */
  drainsAt?: Date;
}

export interface PreviousSecret {
  secret: AtRest;
  until: Date;
}

/** Returns the secrets of an endpoint that sign beside the current one, newest first. */
export const previousSecrets = (
  { previousSecret, earlierSecrets = [] }: Pick<WebhookEndpoint, 'previousSecret' | 'earlierSecrets'>,
  at: Date,
): PreviousSecret[] =>
  [...(previousSecret ? [previousSecret] : []), ...earlierSecrets].filter(({ until }) => until > at);

/** Why the service has disabled an endpoint. */
export interface SwitchOff {
  at: Date;
  /** The first failure after the last success. */
  failingSince: Date;
  notice: OwnerNotice;
  /** Absent: `failing`. */
  reason?: SwitchOffReason;
}

/** Reasons for which the service disables an endpoint: it failed for days, or answered 410. */
export const SWITCH_OFF_REASONS = ['failing', 'gone'] as const;
export type SwitchOffReason = (typeof SWITCH_OFF_REASONS)[number];

/**
 * State of the e-mail to the application's owner. `no_address`: the application has no `owner_email`. `no_smtp`: the
 * service has no SMTP server. `refused`: the SMTP server or the mailbox refuses it.
 */
export type OwnerNotice = 'pending' | 'sent' | 'no_address' | 'no_smtp' | 'refused';

/** Returns whether the endpoint receives events of a type now. */
export const wants = (
  endpoint: WebhookEndpoint | null | undefined,
  type: WebhookEventType,
): endpoint is WebhookEndpoint => endpoint?.isActive === true && endpoint.enabledEvents.includes(type);

export type WebhookChanges = Partial<
  Pick<WebhookEndpoint, 'url' | 'enabledEvents' | 'isActive' | 'description'>
>;

const schema = schemaOf<WebhookEndpoint>('webhooks', {
  _id: { type: String, required: true },
  scope: { type: String, required: true },
  url: { type: String, required: true },
  enabledEvents: { type: [String], required: true },
  isActive: { type: Boolean, required: true },
  description: { type: String, default: '' },
  signingSecret: { type: Mixed, required: true },
  previousSecret: { type: Mixed },
  earlierSecrets: { type: Mixed },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  failingSince: { type: Date },
  switchedOff: { type: Mixed },
  untoldSince: { type: Date },
  drainsAt: { type: Date },
});
schema.index({ scope: 1 }, { unique: true });
// Notices to owners.
schema.index({ untoldSince: 1 }, { sparse: true });
// Queues to drain.
schema.index({ drainsAt: 1 }, { sparse: true });

export function createWebhookStore(connection: mongoose.Connection) {
  const model = connection.model<WebhookEndpoint>('WebhookEndpoint', schema);
  return {
    /** Returns false if the scope already has an endpoint. */
    insert: (endpoint: WebhookEndpoint) => insertNew(model, endpoint),
    get: (id: string) => model.findById(id).lean<WebhookEndpoint>().exec(),
    ofScope: (scope: Scope) =>
      model
        .findOne({ scope: scopeKey(scope) })
        .lean<WebhookEndpoint>()
        .exec(),
    update: (scope: Scope, id: string, changes: WebhookChanges, at: Date) =>
      findAndUpdate(
        model,
        { _id: id, scope: scopeKey(scope) },
        { $set: { ...changes, updatedAt: at }, ...resetBy(changes) },
      ),
    /**
     * Makes `secret` the signing secret. The current one signs until `until`, with `earlier` beside it. Returns false if the
     * secret has changed since the endpoint was read.
     */
    rotateSecret: (
      { _id, signingSecret }: Pick<WebhookEndpoint, '_id' | 'signingSecret'>,
      { secret, earlier }: { secret: AtRest; earlier: PreviousSecret[] },
      { at, until }: { at: Date; until: Date },
    ) => {
      const previous = { previousSecret: { secret: signingSecret, until }, earlierSecrets: earlier };
      const change = { $set: { signingSecret: secret, ...previous, updatedAt: at } };
      return hasMatched(model.updateOne({ _id, signingSecret }, change));
    },
    /** Returns false if there was none. */
    remove: async (scope: Scope, id: string) =>
      (await model.deleteOne({ _id: id, scope: scopeKey(scope) })).deletedCount > 0,
  };
}

/** Enabling an endpoint or changing its URL resets its failures. */
const resetBy = ({ isActive, url }: WebhookChanges) => ({
  ...(isActive === true && { $unset: { failingSince: 1, switchedOff: 1, untoldSince: 1 } as const }),
  ...(isActive !== true && url !== undefined && { $unset: { failingSince: 1 } as const }),
});
