import type mongoose from 'mongoose';
import type { WebhookEventStatus, WebhookEventType } from '../../core/webhooks/event';
import { Mixed, schemaOf } from '../schema';
import { idsOf, updateDirectly } from '../queries';

/** One call of the endpoint for one event. */
export interface WebhookAttempt {
  /** `X-Service-Webhook-Id` of the request. */
  id: string;
  at: Date;
  /** Null: nothing is recorded. The attempt is in progress, or its worker stopped. */
  durationMs: number | null;
  /** HTTP status; null: no answer came. */
  status: number | null;
  /** The first characters of the answer, for operators. */
  answer: string | null;
  error: string | null;
  /** The request as sent, without its body; absent in documents of older versions. */
  url?: string;
  headers?: Record<string, string>;
}

/** Who requested a redelivery. */
export type RedeliveredBy = 'owner' | 'operator';

/** The delivery of one webhook event to the endpoint that existed when it happened. */
export interface WebhookDelivery {
  /** The event's id; `webhook-id` of every attempt. */
  _id: string;
  endpointId: string;
  /** Of an event without a notification an id that none has. */
  notificationId: string;
  contactId: string | null;
  type: WebhookEventType;
  status: WebhookEventStatus;
  body: string;
  /** The last ones, oldest first. */
  attempts: WebhookAttempt[];
  createdAt: Date;
  /** A test event: it belongs to no notification, and has one attempt. */
  test?: true;
  /** It belongs to no notification, and is attempted as any other. */
  alone?: true;
  /** The last redelivery; absent: there was none. */
  redelivery?: { at: Date; by: RedeliveredBy };
  /** `<application id>:<environment>`, known of test events and redeliveries. */
  scope?: string;
  /** When the sweep checks its workflow; absent: its notification's workflow delivers it, or it has ended. */
  dueAt?: Date;
  /** Its place and time in the queue of its endpoint; absent: it is not queued. */
  queued?: { endpointId: string; dueAt: Date };
}

/** The fields of a delivery that no attempt changes. */
export type NewDelivery = Omit<WebhookDelivery, 'attempts' | 'status' | 'dueAt' | 'queued'>;

/** Maximum number of stored attempts of an event. With 16 kB of each answer that is far below the limit of a document. */
const KEPT_ATTEMPTS = 50;

/** Returns the update that adds an attempt to a delivery. */
export const pushOf = (attempt: WebhookAttempt) => ({
  attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS },
});

/** The state of an event. `begun`: an attempt has ended, or the event has. */
export type DeliveryState = Pick<WebhookDelivery, '_id' | 'status' | 'queued'> & { begun: boolean };

const schema = schemaOf<WebhookDelivery>('webhookdeliveries', {
  _id: { type: String, required: true },
  endpointId: { type: String, required: true },
  notificationId: { type: String, required: true },
  contactId: { type: String, default: null },
  type: { type: String, required: true },
  status: { type: String, required: true },
  body: { type: String, required: true },
  attempts: { type: Mixed },
  createdAt: { type: Date, required: true },
  test: { type: Boolean },
  alone: { type: Boolean },
  redelivery: { type: Mixed },
  scope: { type: String },
  dueAt: { type: Date },
  queued: { type: Mixed },
});
// Operators' view of a notification.
schema.index({ notificationId: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Retention.
schema.index({ createdAt: 1 });
// Lists of an endpoint's events, and of those that failed.
schema.index({ endpointId: 1, status: 1, createdAt: 1, _id: 1 });
// The sweep, for redeliveries and test events without a workflow.
schema.index({ dueAt: 1 }, { sparse: true });
// The queue of an endpoint. The index has queued events only.
schema.index({ 'queued.endpointId': 1, 'queued.dueAt': 1 }, { sparse: true });

/** Takes an ended delivery out of the queue and of the sweep. */
const ENDED = { $unset: { dueAt: 1, queued: 1 } } as const;

export function createWebhookDeliveryStore(connection: mongoose.Connection) {
  const model = connection.model<WebhookDelivery>('WebhookDelivery', schema);
  const record = async (
    _id: string,
    attempt: WebhookAttempt,
    set: Partial<WebhookDelivery>,
    rest: Partial<typeof ENDED> = {},
  ): Promise<void> => {
    const update = { ...rest, $set: { ...set, 'attempts.$[a]': attempt } };
    await updateDirectly(model, { _id }, update, { arrayFilters: [{ 'a.id': attempt.id }] });
  };
  return {
    /** Stores an attempt before its request. The first one creates the delivery. */
    begin: async ({ _id, ...fixed }: NewDelivery, attempt: WebhookAttempt) => {
      await updateDirectly(
        model,
        { _id },
        { $setOnInsert: { ...fixed, status: 'pending' }, $push: pushOf(attempt) },
        { upsert: true },
      );
    },
    /** Records the result of an attempt that ends the event. */
    record: (_id: string, status: 'delivered' | 'failed', attempt: WebhookAttempt) =>
      record(_id, attempt, { status }, ENDED),
    /** Records the result of an attempt that is retried. */
    recordRetry: ({ _id, endpointId }: NewDelivery, attempt: WebhookAttempt, dueAt: Date) =>
      record(_id, attempt, { queued: { endpointId, dueAt } }),
    /** Ends a delivery without an attempt. */
    end: async ({ _id, ...fixed }: NewDelivery, status: 'failed' | 'dropped') => {
      await model.updateOne(
        { _id },
        { $set: { status }, ...ENDED, $setOnInsert: { ...fixed, attempts: [] } },
        { upsert: true },
      );
    },
    get: (eventId: string) => model.findById(eventId).lean<WebhookDelivery>().exec(),
    /** Returns the states of those of the events that are stored. */
    statesOf: async (eventIds: string[]) => {
      const found = await model
        .find({ _id: { $in: eventIds } }, { status: 1, queued: 1, 'attempts.durationMs': 1 })
        .lean<Pick<WebhookDelivery, '_id' | 'status' | 'queued' | 'attempts'>[]>();
      return found.map(({ attempts, ...state }) => ({
        ...state,
        begun: state.status !== 'pending' || attempts.some(({ durationMs }) => durationMs !== null),
      }));
    },
    ofNotification: (notificationId: string) =>
      model.find({ notificationId }).lean<WebhookDelivery[]>().exec(),
    /** Returns the ids of some of a contact's events, for its erasure. */
    idsOf: async (contactId: string, limit: number) =>
      idsOf(await model.find({ contactId }, { _id: 1 }).limit(limit).lean()),
    remove: async (ids: string[]) => {
      await model.deleteMany({ _id: { $in: ids } });
    },
    removeOf: async (contactId: string) => {
      await model.deleteMany({ contactId });
    },
  };
}
