import type mongoose from 'mongoose';
import type { AtRest } from '../../core/shared/at-rest';
import type { Channel, Environment } from '../../core/shared/channels';
import type { LeftOutCopy } from '../../core/sending/copies';
import type { DeliveryError } from '../../core/sending/delivery-error';
import type { DeliveryGuarantee, Step } from '../../core/events/definition';
import type { Priority } from '../../core/sending/priority';
import type { ReceiptKind } from '../../core/receipts/receipt';
import { type MessageStatus, type NotificationStatus, OPEN_STATUSES } from '../../core/shared/statuses';
import type { WebhookEventType } from '../../core/webhooks/event';
import { Mixed, schemaOf } from '../schema';
import type { MadeMessage } from '../../core/events/templates/render-message';

/** One call of a provider, or what stopped it; `response` is in the provider's words. */
export interface Attempt {
  id: string;
  at: Date;
  provider: string | null;
  /** Who made it, as `core/candidates` names them; null or absent where nobody was called or nobody knows. */
  providerId?: string | null;
  /** The next attempt goes to the next provider in order. */
  movesOn?: boolean;
  /** It failed, and may have been sent all the same. */
  mayHaveSent?: boolean;
  durationMs: number;
  outcome: 'sent' | 'permanent' | 'transient' | 'rate_limited' | 'unknown';
  code: string | null;
  response: string | null;
  /** Copies of the e-mail that it did not carry; absent: none. */
  leftOut?: LeftOutCopy[];
}

/** A webhook event that a message raised, and the endpoint that it belongs to. */
export interface MessageEvent {
  id: string;
  type: WebhookEventType;
  at: Date;
  endpointId: string;
  /** Raised by a receipt, and told by a workflow of its own; the others are told by the notification's. */
  byReceipt?: true;
}

/** What a provider reported of a message, where it changed something. */
export interface ReceiptRecord {
  at: Date;
  kind: ReceiptKind;
  detail: string | null;
}

export interface Rendered extends MadeMessage {
  from?: string;
  language: string;
}

export interface Message {
  id: string;
  step: string;
  channel: Channel;
  status: MessageStatus;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
  error: DeliveryError | null;
  /** Where it goes; pinned when its step was reached. */
  address: string | null;
  provider: string | null;
  providerMessageId: string | null;
  attempts: Attempt[];
  /** Its last attempt when it had failed and an operator had it sent once more, whatever had become of that one. */
  repeatOf?: string | null;
  /** Made at the first attempt and reused by its retries, so that a repeat is the same message. */
  rendered: Rendered | null;
  events: MessageEvent[];
  /** When its recipient called it spam. */
  complainedAt?: Date;
  /** Oldest first; absent: none. */
  receipts?: ReceiptRecord[];
}

/** A send that is with a provider now; `marked` by a cancel that waits for its outcome. */
export interface InFlight {
  token: string;
  step: string;
  /** Run of the workflow that sends; another run's send may still be at work. */
  runId: string;
  at: Date;
  marked: boolean;
}

export interface Notification {
  _id: string;
  applicationId: string;
  environment: Environment;
  event: string;
  /** Contact uuid, or the key of a Slack channel; what a cancel looks for. */
  recipient: string;
  contactId: string | null;
  contact: { email: string | null; name: string | null };
  status: NotificationStatus;
  startedAt: Date;
  /** When its first step begins, where the send asked for a time; absent: at once. */
  sendAt?: Date;
  completedAt: Date | null;
  /** The array that it came in, which holds payload and overrides for all of it. */
  batchId: string | null;
  /** The idempotency reservation that it came from. */
  reservationId: string | null;
  /** JSON text: keys of callers never become field names of the database. Null where the batch has it. */
  payload: AtRest | null;
  overrides: AtRest | null;
  /**
   * Its event was `sensitive` when it was accepted: payload and overrides are sealed (`sealedFor.content` of its id or its
   * array's), what is rendered of them is not kept, and they go when it completes. Absent: it was not.
   */
  sensitive?: true;
  language: string | null;
  from: string | null;
  forcedChannel: Channel | null;
  /** Addresses given in `to`, which go before the contact's own. */
  to: Partial<Record<Channel, string>>;
  steps: Step[];
  /** The sequence in workflow code that it runs instead, by name. */
  code?: string;
  delivery: DeliveryGuarantee;
  retryForMs: number;
  /** Absent in what older versions stored: normal. */
  priority?: Priority;
  /** The integration in whose queue its first SEND waits; absent: the queue of all. */
  sendQueue?: string;
  /** Set until a workflow is known to exist; when the sweep may start it. */
  startPending?: Date;
  /** The application whose backlog it is in, until a step is claimed or it ends without one. */
  backlogOf?: string;
  /** Set from a cancel until Temporal was told; when the sweep may tell it. */
  cancelPending?: Date;
  inFlight: InFlight | null;
  /** Webhook events that an endpoint wants and was not told yet, and since when there are some. */
  untold?: string[];
  untoldSince?: Date;
  /** Name of the SEND whose receipt its workflow waits for, and is to be woken by. */
  waitsFor?: string;
  /** Set by a receipt until the wait ends; when the sweep may wake the workflow, which the API does before. */
  wakePending?: Date;
  /** Set when payload and rendered content were removed, some time after its end. */
  contentRemoved?: true;
  /**
   * What its failed messages are found by (`core/failure-keys`), and in one that failed those that may have gone out;
   * absent: there are none.
   */
  failures?: string[];
  /** Why it failed, where no message says so: what a sequence in code has thrown, or how its workflow was ended. */
  failure?: string;
  /** The failed notification that this one was made again from, by an operator. */
  retryOf?: string;
  /** The notification that was made from this failed one; set before that exists. */
  retriedAs?: string;
  /** The messages of its event that it carries since its digest step: of the notification that gathered them. */
  digest?: { of: string };
  /** The notification that carries what this one would have said. */
  digestedInto?: string;
  /** When an operator opened it again: its workflow may run a second time. */
  reopenedAt?: Date;
  messages: Message[];
}

const schema = schemaOf<Notification>(
  'notifications',
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    event: { type: String, required: true },
    recipient: { type: String, required: true },
    contactId: { type: String, default: null },
    contact: { type: Mixed },
    status: { type: String, required: true },
    startedAt: { type: Date, required: true },
    sendAt: { type: Date },
    completedAt: { type: Date, default: null },
    batchId: { type: String, default: null },
    reservationId: { type: String, default: null },
    payload: { type: Mixed, default: null },
    overrides: { type: Mixed, default: null },
    sensitive: { type: Boolean },
    language: { type: String, default: null },
    from: { type: String, default: null },
    forcedChannel: { type: String, default: null },
    to: { type: Mixed },
    steps: { type: Mixed },
    code: { type: String },
    delivery: { type: String, required: true },
    retryForMs: { type: Number, required: true },
    priority: { type: String },
    sendQueue: { type: String },
    startPending: { type: Date },
    backlogOf: { type: String },
    cancelPending: { type: Date },
    inFlight: { type: Mixed, default: null },
    untold: { type: Mixed },
    untoldSince: { type: Date },
    waitsFor: { type: String },
    wakePending: { type: Date },
    contentRemoved: { type: Boolean },
    failures: { type: Mixed },
    failure: { type: String },
    retryOf: { type: String },
    retriedAs: { type: String },
    digest: { type: Mixed },
    digestedInto: { type: String },
    reopenedAt: { type: Date },
    messages: { type: Mixed },
  },
  { minimize: false },
);
// A cancel, and the erasure of a contact.
schema.index({ recipient: 1, event: 1, status: 1 });
// Whether an array is still sent; an index of arrays alone costs other notifications nothing.
schema.index({ batchId: 1, status: 1 }, { partialFilterExpression: { batchId: { $gt: '' } } });
// What a digest says, in the order in which it was asked for.
schema.index({ digestedInto: 1, startedAt: 1 }, { sparse: true });
// The sweep: what has no workflow yet by application, what Temporal was not told of, and a slow walk over what is open.
schema.index(
  { applicationId: 1, startPending: 1 },
  { partialFilterExpression: { startPending: { $gt: new Date(0) } } },
);
schema.index({ cancelPending: 1 }, { sparse: true });
schema.index({ untoldSince: 1 }, { sparse: true });
schema.index({ wakePending: 1 }, { sparse: true });
schema.index({ status: 1, _id: 1 });
// Backpressure: what was accepted and not begun.
schema.index({ backlogOf: 1 }, { sparse: true });
// Retention: what ended long ago, first with its content and then without.
schema.index({ applicationId: 1, contentRemoved: 1, completedAt: 1 });
// Retention: whether a batch's payload is still needed. Only what came in an array is in it.
schema.index({ batchId: 1, contentRemoved: 1 }, { partialFilterExpression: { batchId: { $gt: '' } } });
// Resealing after a change of the encryption key. Only what is sensitive is in it.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });
// Operators' lists, newest first, of all events or of one.
schema.index({ applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 });
schema.index({ applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 });
// The same of what failed at a provider or with a code; what failed nowhere is in neither.
const failed = { partialFilterExpression: { failures: { $gt: '' } } };
schema.index({ failures: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 }, failed);
schema.index(
  { failures: 1, applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 },
  failed,
);

/** The filter of `status` for open notifications. */
export const open = { $in: [...OPEN_STATUSES] };

export type NotificationModel = mongoose.Model<Notification>;

/** The notifications collection, with the indexes that serve its queries. */
export const notificationModel = (connection: mongoose.Connection): NotificationModel =>
  connection.model<Notification>('Notification', schema);
