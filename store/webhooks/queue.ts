import type mongoose from 'mongoose';
import { type NewDelivery, type WebhookAttempt, type WebhookDelivery, pushOf } from './deliveries';
import type { WebhookEndpoint } from './endpoints';
import { hasMatched, pendingBy } from '../queries';

/** An event that waits for its endpoint. */
export type Waiting = Pick<WebhookDelivery, '_id' | 'notificationId' | 'createdAt'> & {
  queued: { endpointId: string; dueAt: Date };
};

/** An endpoint whose queue should have been drained. */
export type Undrained = Pick<WebhookEndpoint, '_id' | 'scope'> & { drainsAt: Date };

/**
 * The events that wait for an endpoint, for a retry or for capacity. One workflow drains the queue of an endpoint.
 * `drainsAt` of the endpoint is its next time, so that Temporal is called only if an event is due before that.
 * Needs the models of deliveries and endpoints.
 */
export function createWebhookQueueStore(connection: mongoose.Connection) {
  const model = connection.model<WebhookDelivery>('WebhookDelivery');
  const endpoints = connection.model<WebhookEndpoint>('WebhookEndpoint');
  const drains = pendingBy<WebhookEndpoint, Undrained>(endpoints, 'drainsAt', { scope: 1, drainsAt: 1 });
  const asRead = ({ _id, queued }: Waiting) => ({ _id, 'queued.dueAt': queued.dueAt });
  const inOrder = (filter: Record<string, unknown>, limit: number): Promise<Waiting[]> =>
    model
      .find(filter, { notificationId: 1, createdAt: 1, queued: 1 })
      .sort({ 'queued.dueAt': 1 })
      .limit(limit)
      .lean<Waiting[]>()
      .exec();
  return {
    /** Queues an event without an attempt. */
    add: async ({ _id, ...fixed }: NewDelivery, dueAt: Date) => {
      await model.updateOne(
        { _id },
        {
          $set: { queued: { endpointId: fixed.endpointId, dueAt } },
          $setOnInsert: { ...fixed, status: 'pending', attempts: [] },
        },
        { upsert: true },
      );
    },
    /** Returns the events of an endpoint that are due at `now`, oldest first. */
    due: (endpointId: string, now: Date, limit: number) =>
      inOrder({ 'queued.endpointId': endpointId, 'queued.dueAt': { $lte: now } }, limit),
    /** Returns when the next event of an endpoint is due; null: the queue is empty. */
    next: async (endpointId: string) =>
      (await inOrder({ 'queued.endpointId': endpointId }, 1))[0]?.queued.dueAt ?? null,
    /** Stores an attempt before its request, and reserves the event until `until`. Returns false if its place has changed. */
    begin: (waiting: Waiting, attempt: WebhookAttempt, until: Date) =>
      hasMatched(
        model.updateOne(
          { ...asRead(waiting), status: 'pending' },
          { $set: { 'queued.dueAt': until }, $push: pushOf(attempt) },
        ),
      ),
    /** Postpones an event, unless its place has changed. */
    postpone: async (waiting: Waiting, to: Date) => {
      await model.updateOne(asRead(waiting), { $set: { 'queued.dueAt': to } });
    },
    /** Takes an ended event out of the queue. */
    leave: async (_id: string) => {
      await model.updateOne({ _id, status: { $ne: 'pending' } }, { $unset: { queued: 1 } });
    },
    /** Makes the workflow drain at `at` or earlier. Returns true if it has to be signalled, also if the endpoint was removed. */
    hasten: async (_id: string, at: Date) => {
      const { matchedCount, modifiedCount } = await endpoints.updateOne({ _id }, { $min: { drainsAt: at } });
      return matchedCount === 0 || modifiedCount > 0;
    },
    /** Stores when the workflow drains next; null: it ends. */
    setDrain: async (_id: string, at: Date | null) => {
      await endpoints.updateOne({ _id }, at ? { $set: { drainsAt: at } } : { $unset: { drainsAt: 1 } });
    },
    /** Returns endpoints whose workflow was due before `before`, oldest first. */
    undrained: drains.due,
    /** Records that the workflow of an endpoint was signalled for `at`. */
    restarted: drains.postpone,
  };
}
