import mongoose from 'mongoose';

/** One call of the endpoint for one event. */
export interface WebhookAttempt {
  /** `X-Service-Webhook-Id` of the request. */
  id: string;
  at: Date;
  durationMs: number;
  /** HTTP status, null where no answer came. */
  status: number | null;
  /** The first characters of the answer, for operators. */
  answer: string | null;
  error: string | null;
}

/** The delivery of one webhook event to the endpoint that existed when it happened. */
export interface WebhookDelivery {
  /** The event's id; `webhook-id` of every attempt. */
  _id: string;
  endpointId: string;
  notificationId: string;
  contactId: string | null;
  type: string;
  /** `dropped`: the endpoint was gone or inactive by then. */
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  body: string;
  attempts: WebhookAttempt[];
  createdAt: Date;
}

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
  },
  { collection: 'webhookdeliveries', versionKey: false, strict: 'throw', _id: false },
);
// What operators see of a notification.
schema.index({ notificationId: 1 });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Retention.
schema.index({ createdAt: 1 });

export interface WebhookDeliveryStore {
  /** Records an attempt and what it left, making the delivery's document with the first. */
  record(delivery: Omit<WebhookDelivery, 'attempts'>, attempt: WebhookAttempt | null): Promise<void>;
  get(eventId: string): Promise<WebhookDelivery | null>;
  /** Those of these events that were tried once at least, or are over. */
  begun(eventIds: string[]): Promise<string[]>;
  ofNotification(notificationId: string): Promise<WebhookDelivery[]>;
  /** Ids of the events of a contact, for its erasure. */
  idsOf(contactId: string): Promise<string[]>;
  removeOf(contactId: string): Promise<void>;
}

export function createWebhookDeliveryStore(connection: mongoose.Connection): WebhookDeliveryStore {
  const model = connection.model<WebhookDelivery>('WebhookDelivery', schema);
  return {
    record: async ({ _id, status, ...fixed }, attempt) => {
      await model.updateOne(
        { _id },
        {
          $set: { status },
          $setOnInsert: attempt ? fixed : { ...fixed, attempts: [] },
          ...(attempt ? { $push: { attempts: attempt } } : {}),
        },
        { upsert: true },
      );
    },
    get: (eventId) => model.findById(eventId).lean<WebhookDelivery>().exec(),
    begun: async (eventIds) =>
      (
        await model
          .find(
            {
              _id: { $in: eventIds },
              $or: [{ status: { $ne: 'pending' } }, { 'attempts.0': { $exists: true } }],
            },
            { _id: 1 },
          )
          .lean<{ _id: string }[]>()
      ).map(({ _id }) => _id),
    ofNotification: (notificationId) => model.find({ notificationId }).lean<WebhookDelivery[]>().exec(),
    idsOf: async (contactId) =>
      (await model.find({ contactId }, { _id: 1 }).lean<{ _id: string }[]>()).map(({ _id }) => _id),
    removeOf: async (contactId) => {
      await model.deleteMany({ contactId });
    },
  };
}
