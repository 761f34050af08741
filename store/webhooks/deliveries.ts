import mongoose from 'mongoose';
import type { WebhookEventStatus } from '../../core/webhooks/event';

/** One call of the endpoint for one event. */
export interface WebhookAttempt {
  /** `X-Service-Webhook-Id` of the request. */
  id: string;
  at: Date;
  /** Null: nothing is recorded of it. It is under way, or its worker died. */
  durationMs: number | null;
  /** HTTP status, null where no answer came. */
  status: number | null;
  /** The first characters of the answer, for operators. */
  answer: string | null;
  error: string | null;
  /** The request as it was sent, without its body; absent in what older versions stored. */
  url?: string;
  headers?: Record<string, string>;
}

/** Who asked for a delivery to be made once more. */
export type RedeliveredBy = 'owner' | 'operator';

/** The delivery of one webhook event to the endpoint that existed when it happened. */
export interface WebhookDelivery {
  /** The event's id; `webhook-id` of every attempt. */
  _id: string;
  endpointId: string;
  /** Of a test event the id of no notification. */
  notificationId: string;
  contactId: string | null;
  type: string;
  status: WebhookEventStatus;
  body: string;
  /** The last ones, oldest first. */
  attempts: WebhookAttempt[];
  createdAt: Date;
  /** A test event: it belongs to nobody's notification, and is tried once. */
  test?: true;
  /** The last time that somebody asked for it again; absent: nobody did. */
  redelivery?: { at: Date; by: RedeliveredBy };
  /** `<application id>:<environment>`, known of test events and redeliveries. */
  scope?: string;
  /** When the sweep looks whether its workflow runs; absent: its notification knows that it is to be told, or it is over. */
  dueAt?: Date;
  /** It waits in the queue of its endpoint until then; absent: it does not. */
  queued?: { endpointId: string; dueAt: Date };
}

/** What of a delivery no attempt changes. */
export type Unended = Omit<WebhookDelivery, 'attempts' | 'status' | 'dueAt' | 'queued'>;

/** Attempts that are kept of one event: with 16 kB of each answer far below what a document may have. */
const KEPT_ATTEMPTS = 50;

/** What adds an attempt to a delivery. */
export const pushOf = (attempt: WebhookAttempt) => ({
  attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS },
});

/** How far an event has come: `begun` means that an attempt at it has ended, or that it is over. */
export type DeliveryState = Pick<WebhookDelivery, '_id' | 'status' | 'queued'> & { begun: boolean };

const schema = new mongoose.Schema<WebhookDelivery>(
  {
    _id: { type: String, required: true },
    endpointId: { type: String, required: true },
    notificationId: { type: String, required: true },
    contactId: { type: String, default: null },
    type: { type: String, required: true },
    status: { type: String, required: true },
    body: { type: String, required: true },
    attempts: { type: mongoose.Schema.Types.Mixed },
    createdAt: { type: Date, required: true },
    test: { type: Boolean },
    redelivery: { type: mongoose.Schema.Types.Mixed },
    scope: { type: String },
    dueAt: { type: Date },
    queued: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'webhookdeliveries', versionKey: false, strict: 'throw', _id: false },
);
// What operators see of a notification.
schema.index({ notificationId: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Retention.
schema.index({ createdAt: 1 });
// Lists of an endpoint's events, and what of them failed.
schema.index({ endpointId: 1, status: 1, createdAt: 1, _id: 1 });
// The sweep, for redeliveries and test events that lost their workflow.
schema.index({ dueAt: 1 }, { sparse: true });
// The queue of an endpoint: only what waits is in this index.
schema.index({ 'queued.endpointId': 1, 'queued.dueAt': 1 }, { sparse: true });

export interface WebhookDeliveryStore {
  /** Counts an attempt before its request, making the delivery's document with the first. */
  begin(delivery: Unended, attempt: WebhookAttempt): Promise<void>;
  /** Records what became of the last attempt that was begun, after which the event is over. */
  record(eventId: string, status: 'delivered' | 'failed', attempt: WebhookAttempt): Promise<void>;
  /** The same of an attempt after which the event waits for its retry. */
  recordRetry(of: Unended, attempt: WebhookAttempt, dueAt: Date): Promise<void>;
  /** Ends a delivery without an attempt. */
  end(delivery: Unended, status: 'failed' | 'dropped'): Promise<void>;
  get(eventId: string): Promise<WebhookDelivery | null>;
  /** How far those of these events have come that are stored. */
  statesOf(eventIds: string[]): Promise<DeliveryState[]>;
  ofNotification(notificationId: string): Promise<WebhookDelivery[]>;
  /** Ids of the events of a contact, for its erasure. */
  idsOf(contactId: string): Promise<string[]>;
  removeOf(contactId: string): Promise<void>;
}

interface UpdateOf {
  $set: Partial<WebhookDelivery>;
  $unset?: { dueAt: 1; queued: 1 };
}

/** Of what is over nothing is to be done. */
const OVER = { $unset: { dueAt: 1, queued: 1 } } as const;

export function createWebhookDeliveryStore(connection: mongoose.Connection): WebhookDeliveryStore {
  const model = connection.model<WebhookDelivery>('WebhookDelivery', schema);
  const record = async (_id: string, attempt: WebhookAttempt, update: UpdateOf): Promise<void> => {
    await model.updateOne(
      { _id },
      { ...update, $set: { ...update.$set, 'attempts.$[a]': attempt } },
      { arrayFilters: [{ 'a.id': attempt.id }] },
    );
  };
  return {
    begin: async ({ _id, ...fixed }, attempt) => {
      await model.updateOne(
        { _id },
        { $setOnInsert: { ...fixed, status: 'pending' }, $push: pushOf(attempt) },
        { upsert: true },
      );
    },
    record: (_id, status, attempt) => record(_id, attempt, { $set: { status }, ...OVER }),
    recordRetry: ({ _id, endpointId }, attempt, dueAt) =>
      record(_id, attempt, { $set: { queued: { endpointId, dueAt } } }),
    end: async ({ _id, ...fixed }, status) => {
      await model.updateOne(
        { _id },
        { $set: { status }, ...OVER, $setOnInsert: { ...fixed, attempts: [] } },
        { upsert: true },
      );
    },
    get: (eventId) => model.findById(eventId).lean<WebhookDelivery>().exec(),
    statesOf: async (eventIds) => {
      const found = await model
        .find({ _id: { $in: eventIds } }, { status: 1, queued: 1, 'attempts.durationMs': 1 })
        .lean<Pick<WebhookDelivery, '_id' | 'status' | 'queued' | 'attempts'>[]>();
      return found.map(({ attempts, ...state }) => ({
        ...state,
        begun: state.status !== 'pending' || attempts.some(({ durationMs }) => durationMs !== null),
      }));
    },
    ofNotification: (notificationId) => model.find({ notificationId }).lean<WebhookDelivery[]>().exec(),
    idsOf: async (contactId) =>
      (await model.find({ contactId }, { _id: 1 }).lean<{ _id: string }[]>()).map(({ _id }) => _id),
    removeOf: async (contactId) => {
      await model.deleteMany({ contactId });
    },
  };
}
