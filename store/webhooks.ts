import mongoose from 'mongoose';
import type { Scope } from '../core/scope';
import { scopeKey } from '../core/scope';
import type { WebhookEventType } from '../core/webhook-event';
import { isDuplicateKey } from './connection';

/** The webhook endpoint of an application in one environment. */
export interface WebhookEndpoint {
  _id: string;
  /** `<application id>:<environment>`, unique: there is one endpoint per scope. */
  scope: string;
  url: string;
  enabledEvents: WebhookEventType[];
  isActive: boolean;
  description: string;
  signingSecret: string;
  createdAt: Date;
  updatedAt: Date;
}

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
    signingSecret: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'webhooks', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ scope: 1 }, { unique: true });

export interface WebhookStore {
  /** False when the scope has an endpoint already. */
  insert(endpoint: WebhookEndpoint): Promise<boolean>;
  get(id: string): Promise<WebhookEndpoint | null>;
  ofScope(scope: Scope): Promise<WebhookEndpoint | null>;
  update(scope: Scope, id: string, changes: WebhookChanges, at: Date): Promise<WebhookEndpoint | null>;
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
          { $set: { ...changes, updatedAt: at } },
          { returnDocument: 'after' },
        )
        .lean<WebhookEndpoint>()
        .exec(),
    remove: async (scope, id) =>
      (await model.deleteOne({ _id: id, scope: scopeKey(scope) })).deletedCount > 0,
  };
}
