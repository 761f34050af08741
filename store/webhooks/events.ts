import type mongoose from 'mongoose';
import type { Place } from '../../core/shared/place';
import { type WebhookEventStatus, EVENT_STATUSES } from '../../core/webhooks/event';
import type { RedeliveredBy, WebhookDelivery } from './deliveries';
import { insertNew } from '../insert';
import { afterPlace, findAndUpdate, pendingBy } from '../queries';

/** Statuses of the events that a redelivery of all delivers. */
const UNDELIVERED: WebhookEventStatus[] = ['failed', 'dropped'];
const ENDED: WebhookEventStatus[] = ['delivered', ...UNDELIVERED];

/** An event as a list shows it, without bodies of requests and answers. */
export type WebhookEventLine = Omit<WebhookDelivery, 'body'>;

/** The fields of a delivery that a redelivery needs. */
export type Redelivered = Pick<
  WebhookDelivery,
  '_id' | 'notificationId' | 'contactId' | 'body' | 'scope' | 'dueAt' | 'queued'
>;

/** An event that was not delivered, with the times of its attempts. */
type Undelivered = Pick<WebhookDelivery, '_id' | 'createdAt'> & { attempts: { at: Date }[] };

const LINE = { body: 0, 'attempts.answer': 0, 'attempts.headers': 0, 'attempts.url': 0 };
const REDELIVERED = { notificationId: 1, contactId: 1, body: 1, scope: 1, dueAt: 1, queued: 1 } as const;

type Page = { endpointId: string; after?: Place; limit: number };

/** Events of an endpoint for owners and operators, and their redeliveries. Needs the model of deliveries. */
export function createWebhookEventStore(connection: mongoose.Connection) {
  const model = connection.model<WebhookDelivery>('WebhookDelivery');
  const pending = pendingBy<WebhookDelivery, Redelivered>(model, 'dueAt', REDELIVERED);
  return {
    /** Returns one page, newest first. */
    list: ({ endpointId, status, after, limit }: Page & { status?: WebhookEventStatus }) =>
      model
        .find(
          {
            endpointId,
            // Naming every status lets the next fields of the index give the order.
            status: status ?? { $in: [...EVENT_STATUSES] },
            ...(after && {
              // Without this bound each page would read all pages before it.
              createdAt: { $lte: after.at },
              ...afterPlace('createdAt', after),
            }),
          },
          LINE,
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<WebhookEventLine[]>()
        .exec(),
    /** Returns undelivered events of this time, oldest first, without test events. */
    undelivered: ({ endpointId, since, until, after, limit }: Page & { since: Date; until: Date }) =>
      model
        .find(
          {
            endpointId,
            status: { $in: UNDELIVERED },
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
        .lean<Undelivered[]>()
        .exec(),
    /** Stores an event that belongs to no notification, unless it is there. */
    add: (delivery: WebhookDelivery): Promise<boolean> => insertNew(model, delivery),
    /** Makes an ended event pending again. Null if it has not ended; of concurrent calls one succeeds. */
    redeliver: (
      _id: string,
      { endpointId, scope, by, at }: { endpointId: string; scope: string; by: RedeliveredBy; at: Date },
    ): Promise<Redelivered | null> =>
      findAndUpdate(
        model,
        { _id, endpointId, status: { $in: ENDED } },
        { $set: { status: 'pending', redelivery: { at, by }, scope, dueAt: at } },
        { projection: REDELIVERED },
      ),
    /** Returns redeliveries and test events that the sweep checks if they are due before `before`, oldest first. */
    due: pending.due,
    /** Postpones the sweep's next look at an event. */
    postpone: pending.postpone,
    /** Postpones the sweep's next look at events, except those that have ended or were redelivered since `before`. */
    postponeAll: pending.postponeAll,
    /** Returns whether an attempt since `since` delivered an event of that time or of up to `margin` milliseconds before. */
    hasDelivered: async (endpointId: string, since: Date, margin: number) => {
      const createdAt = { $gte: new Date(since.getTime() - margin) };
      const taken = { endpointId, status: 'delivered', createdAt, 'attempts.at': { $gte: since } } as const;
      return (await model.exists(taken)) !== null;
    },
  };
}
