import type mongoose from 'mongoose';
import { type Unended, type WebhookAttempt, type WebhookDelivery, pushOf } from './deliveries';
import type { WebhookEndpoint } from './endpoints';

/** An event that waits for its endpoint. */
export type Waiting = Pick<WebhookDelivery, '_id' | 'notificationId' | 'createdAt'> & {
  queued: { endpointId: string; dueAt: Date };
};

/** An endpoint whose queue should have been drained. */
export type Undrained = Pick<WebhookEndpoint, '_id' | 'scope'> & { drainsAt: Date };

/**
 * The events that wait for an endpoint, for a retry or for room. One workflow drains the queue of an endpoint;
 * `drainsAt` of the endpoint says when it looks next, so that Temporal is asked only if an event is due before that.
 */
export interface WebhookQueueStore {
  /** Queues an event that was not tried. */
  add(delivery: Unended, dueAt: Date): Promise<void>;
  /** Events of an endpoint that are due at `now`, in the order in which they fell due. */
  due(endpointId: string, now: Date, limit: number): Promise<Waiting[]>;
  /** When the next event of an endpoint is due; null: none waits. */
  next(endpointId: string): Promise<Date | null>;
  /** Counts an attempt before its request, and keeps others from it until then; false if it does not wait as it did. */
  begin(of: Waiting, attempt: WebhookAttempt, until: Date): Promise<boolean>;
  /** Puts an event off, if it waits as it did. */
  postpone(of: Waiting, to: Date): Promise<void>;
  /** Takes an event that is over out of the queue. */
  leave(eventId: string): Promise<void>;
  /** Says that the workflow looks at `at` unless it looks before that; true if it has to be told so. So it has if the endpoint is gone. */
  hasten(endpointId: string, at: Date): Promise<boolean>;
  /** Says when the workflow looks next; null: it ends. */
  setDrain(endpointId: string, at: Date | null): Promise<void>;
  /** Endpoints whose workflow should have looked before `before`, oldest first. */
  undrained(before: Date, limit: number): Promise<Undrained[]>;
  /** Says that the workflow of one was told to look at `at`. */
  restarted(of: Undrained, at: Date): Promise<void>;
}

/** Made after the models of the deliveries and of the endpoints. */
export function createWebhookQueueStore(connection: mongoose.Connection): WebhookQueueStore {
  const model = connection.model<WebhookDelivery>('WebhookDelivery');
  const endpoints = connection.model<WebhookEndpoint>('WebhookEndpoint');
  const asItWas = ({ _id, queued }: Waiting) => ({ _id, 'queued.dueAt': queued.dueAt });
  const inOrder = (filter: Record<string, unknown>, limit: number): Promise<Waiting[]> =>
    model
      .find(filter, { notificationId: 1, createdAt: 1, queued: 1 })
      .sort({ 'queued.dueAt': 1 })
      .limit(limit)
      .lean<Waiting[]>()
      .exec();
  return {
    add: async ({ _id, ...fixed }, dueAt) => {
      await model.updateOne(
        { _id },
        {
          $set: { queued: { endpointId: fixed.endpointId, dueAt } },
          $setOnInsert: { ...fixed, status: 'pending', attempts: [] },
        },
        { upsert: true },
      );
    },
    due: (endpointId, now, limit) =>
      inOrder({ 'queued.endpointId': endpointId, 'queued.dueAt': { $lte: now } }, limit),
    next: async (endpointId) =>
      (await inOrder({ 'queued.endpointId': endpointId }, 1))[0]?.queued.dueAt ?? null,
    begin: async (waiting, attempt, until) => {
      const begun = await model.updateOne(
        { ...asItWas(waiting), status: 'pending' },
        { $set: { 'queued.dueAt': until }, $push: pushOf(attempt) },
      );
      return begun.matchedCount > 0;
    },
    postpone: async (waiting, to) => {
      await model.updateOne(asItWas(waiting), { $set: { 'queued.dueAt': to } });
    },
    leave: async (_id) => {
      await model.updateOne({ _id, status: { $ne: 'pending' } }, { $unset: { queued: 1 } });
    },
    hasten: async (_id, at) => {
      const { matchedCount, modifiedCount } = await endpoints.updateOne({ _id }, { $min: { drainsAt: at } });
      return matchedCount === 0 || modifiedCount > 0;
    },
    setDrain: async (_id, at) => {
      await endpoints.updateOne({ _id }, at ? { $set: { drainsAt: at } } : { $unset: { drainsAt: 1 } });
    },
    undrained: (before, limit) =>
      endpoints
        .find({ drainsAt: { $lt: before } }, { scope: 1, drainsAt: 1 })
        .sort({ drainsAt: 1 })
        .limit(limit)
        .lean<Undrained[]>()
        .exec(),
    restarted: async ({ _id, drainsAt }, at) => {
      await endpoints.updateOne({ _id, drainsAt }, { $set: { drainsAt: at } });
    },
  };
}
