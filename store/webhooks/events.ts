import type mongoose from 'mongoose';
import type { Place } from '../../core/shared/place';
import { type WebhookEventStatus, EVENT_STATUSES } from '../../core/webhooks/event';
import type { RedeliveredBy, WebhookDelivery } from './deliveries';

/** What a redelivery of all is about: what the endpoint never took. */
const NOT_TAKEN: WebhookEventStatus[] = ['failed', 'dropped'];
const OVER: WebhookEventStatus[] = ['delivered', ...NOT_TAKEN];

/** An event as a list shows it: without the body, and without what was sent and answered. */
export type WebhookEventLine = Omit<WebhookDelivery, 'body'>;

/** What of a delivery decides where and as what it is told. */
export type Redelivered = Pick<
  WebhookDelivery,
  '_id' | 'notificationId' | 'contactId' | 'body' | 'scope' | 'dueAt' | 'queued'
>;

/** An event that the endpoint never took, with the times of its attempts. */
type NotTaken = Pick<WebhookDelivery, '_id' | 'createdAt'> & { attempts: { at: Date }[] };

const LINE = { body: 0, 'attempts.answer': 0, 'attempts.headers': 0, 'attempts.url': 0 };
const TOLD = { notificationId: 1, contactId: 1, body: 1, scope: 1, dueAt: 1, queued: 1 };

/** Events of an endpoint, as owners and operators look at them, and what they ask to be told once more. */
export interface WebhookEventStore {
  /** One page, newest first. */
  list(query: {
    endpointId: string;
    status?: WebhookEventStatus;
    after?: Place;
    limit: number;
  }): Promise<WebhookEventLine[]>;
  /** What the endpoint never took of events of this time, oldest first; no test events. */
  notTaken(query: {
    endpointId: string;
    since: Date;
    until: Date;
    after?: Place;
    limit: number;
  }): Promise<NotTaken[]>;
  /** Stores an event that no notification knows of. */
  insert(delivery: WebhookDelivery): Promise<void>;
  /** Makes an event that is over pending again; null where it is not over, and for all but one who ask at once. */
  redeliver(
    id: string,
    by: { endpointId: string; scope: string; by: RedeliveredBy; at: Date },
  ): Promise<Redelivered | null>;
  /** Redeliveries and test events that the sweep was to look at before `before`, oldest first. */
  due(before: Date, limit: number): Promise<Redelivered[]>;
  /** Lets the sweep look at one again later, where it is not over by then. */
  postpone(of: Pick<Redelivered, '_id' | 'dueAt'>, to: Date): Promise<void>;
  /** The same of many, unless they are over or were asked for since `before`. */
  postponeAll(ids: string[], before: Date, to: Date): Promise<void>;
  /** Whether an attempt since then was taken, at an event of that time or of `margin` milliseconds before. */
  tookAny(endpointId: string, since: Date, margin: number): Promise<boolean>;
}

/** Made after the model of the deliveries. */
export function createWebhookEventStore(connection: mongoose.Connection): WebhookEventStore {
  const model = connection.model<WebhookDelivery>('WebhookDelivery');
  return {
    list: ({ endpointId, status, after, limit }) =>
      model
        .find(
          {
            endpointId,
            // Every status by name, so that the index's next fields give the order.
            status: status ?? { $in: [...EVENT_STATUSES] },
            ...(after && {
              // The place is a bound too, or each page would read all before it.
              createdAt: { $lte: after.at },
              $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, _id: { $lt: after.id } }],
            }),
          },
          LINE,
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<WebhookEventLine[]>()
        .exec(),
    notTaken: ({ endpointId, since, until, after, limit }) =>
      model
        .find(
          {
            endpointId,
            status: { $in: NOT_TAKEN },
            createdAt: { $gte: after?.at ?? since, $lt: until },
            test: null,
            ...(after && {
              $or: [{ createdAt: { $gt: after.at } }, { createdAt: after.at, _id: { $gt: after.id } }],
            }),
          },
          { createdAt: 1, 'attempts.at': 1 },
        )
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .lean<NotTaken[]>()
        .exec(),
    insert: async (delivery) => {
      await model.insertMany([delivery], { lean: true });
    },
    redeliver: (_id, { endpointId, scope, by, at }) =>
      model
        .findOneAndUpdate(
          { _id, endpointId, status: { $in: OVER } },
          { $set: { status: 'pending', redelivery: { at, by }, scope, dueAt: at } },
          { returnDocument: 'after', projection: TOLD },
        )
        .lean<Redelivered>()
        .exec(),
    due: (before, limit) =>
      model
        .find({ dueAt: { $lt: before } }, TOLD)
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<Redelivered[]>()
        .exec(),
    postpone: async ({ _id, dueAt }, to) => {
      await model.updateOne({ _id, dueAt }, { $set: { dueAt: to } });
    },
    postponeAll: async (ids, before, to) => {
      await model.updateMany({ _id: { $in: ids }, dueAt: { $lt: before } }, { $set: { dueAt: to } });
    },
    tookAny: async (endpointId, since, margin) => {
      const createdAt = { $gte: new Date(since.getTime() - margin) };
      const taken = { endpointId, status: 'delivered', createdAt, 'attempts.at': { $gte: since } } as const;
      return (await model.exists(taken)) !== null;
    },
  };
}
