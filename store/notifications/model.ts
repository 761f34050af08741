import { type default as mongoose, mongo } from 'mongoose';
import type { RecipientWarning } from '../../core/sending/recipient-warnings';
import type { AtRest } from '../../core/shared/at-rest';
import type { Channel, Environment } from '../../core/shared/channels';
import type { LeftOutCopy } from '../../core/sending/copies';
import type { DeliveryError, DeliveryErrorCode } from '../../core/sending/delivery-error';
import type { DeliveryGuarantee } from '../../core/events/definition';
import type { Step } from '../../core/sequences/steps';
import type { IfOpen } from '../../core/sending/reference';
import type { Priority } from '../../core/sending/priority';
import type { ReceiptKind } from '../../core/receipts/receipt';
import { type MessageStatus, type NotificationStatus, OPEN_STATUSES } from '../../core/shared/statuses';
import type { Pause } from '../../core/sending/pauses';
import type { Origins } from '../../core/tenants/origin-text';
import type { DeliveryEventType } from '../../core/webhooks/event';
import { Mixed, schemaOf } from '../schema';
import type { MadeMessage } from '../../core/events/templates/render-message';

/** One call of a provider, or what prevented it. `response` is the provider's text. */
export interface Attempt {
  id: string;
  at: Date;
  provider: string | null;
  /** Id of the provider (core/sending/candidates.ts); null or absent: none was called, or it is unknown. */
  providerId?: string | null;
  /** The next attempt goes to the next provider in order. */
  movesOn?: boolean;
  /** It failed, but may have been sent. */
  mayHaveSent?: boolean;
  durationMs: number;
  outcome: 'sent' | 'permanent' | 'transient' | 'rate_limited' | 'unknown';
  code: string | null;
  response: string | null;
  /** The provider's id of the message; absent: it was not sent, or by an older release. */
  providerMessageId?: string;
  /** Copies of the e-mail that were left out; absent: none. */
  leftOut?: LeftOutCopy[];
  /** Addresses of copies that got the e-mail although its own recipient did not; absent: none. */
  copiesSent?: string[];
  /** Where its values come from: sender and brand at its rendering. Absent: the notification has no tenant. */
  origins?: Origins;
}

/** A provider's rest that a message waited for, because no other provider could send it. */
export interface Rest {
  /** When the message last waited for it. */
  at: Date;
  provider: string;
  /** Id of the provider (core/sending/candidates.ts). */
  providerId: string;
  /** What the provider failed with, so that it was put to rest. */
  code: DeliveryErrorCode;
  /** When it was put to rest. */
  since: Date;
}

/** A time in which a message was held, because something was paused. */
export interface HoldRecord {
  at: Date;
  /** When it was released. Absent: it is held, or the time of its next attempt says when. */
  until?: Date;
  pauses: Pause[];
}

/** What holds a notification whose SEND is due (PAUSE-2). */
export interface Held {
  /** What is paused (core/sending/pauses.ts). */
  by: string[];
  messageId: string;
  /** When its SEND fell due. The oldest is released first. */
  dueAt: Date;
  /** When it was marked. */
  at: Date;
  /** From when the time counts that `retry_for` leaves out. */
  from: Date;
}

/** A webhook event that a message raised, and the endpoint that it belongs to. */
export interface MessageEvent {
  id: string;
  type: DeliveryEventType;
  at: Date;
  endpointId: string;
  /** A receipt raised it, and its own workflow delivers it. The notification's workflow delivers the others. */
  byReceipt?: true;
}

/** A provider's report that changed a message. */
export interface ReceiptRecord {
  at: Date;
  kind: ReceiptKind;
  detail: string | null;
  /** The attempt that it was about; absent: the provider does not say, or an older release took it. */
  attemptId?: string;
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
  /** Addresses of copies that got the e-mail in attempts that its own recipient refused; absent: none. */
  copiesSent?: string[];
  /** The last rest that it waited for; absent: none. */
  rest?: Rest;
  /** When and by what it was held, oldest first; absent: never. */
  holds?: HoldRecord[];
  /** Its last attempt when an operator requested a repeat after its failure. */
  repeatOf?: string | null;
  /** Its failure before that. */
  errorBefore?: DeliveryError | null;
  /** The digest of what is over a limit that it waits for, or carries (store/caps/folds.ts). Absent: none. */
  fold?: string;
  /** Rendered at the first attempt and reused by its retries, so that a retry sends the same message. */
  rendered: Rendered | null;
  events: MessageEvent[];
  /** When its recipient called it spam. */
  complainedAt?: Date;
  /** Oldest first; absent: none. */
  receipts?: ReceiptRecord[];
  /** What it has of the warm-ups of integrations. Absent: nothing. */
  warmUp?: WarmUpTurn;
  /** When its `retry_for` is over, quiet hours apart. Absent in documents of older versions. */
  retriedUntil?: Date;
}

/** A message and the days of warm-ups (core/sending/warm-up.ts), by their ids. */
export interface WarmUpTurn {
  /** The day that it is counted in last. Null: none. */
  has: string | null;
  /** Other days of the same date that it is counted in: those of integrations that have failed. Absent: none. */
  others?: string[];
  /** Days that were full when it was planned. */
  full: string[];
  /** Token of the claim whose outcome has taken numbers from it, which that attempt gives back. Absent: there was none. */
  returnedBy?: string;
}

/** A send in progress. A cancel that waits for its outcome sets `marked`. */
export interface InFlight {
  token: string;
  step: string;
  /** Run of the workflow that sends. After a reset another run's send may be in progress. */
  runId: string;
  at: Date;
  marked: boolean;
  /**
   * Of an attempt in a workflow task, whose end Temporal does not tell: when the claim ends unless it is renewed, by the
   * database's clock.
   */
  until?: Date;
}

/** What happened to a notification that no message says: why something was not sent, or not yet, or was probably meant. */
export interface Note {
  at: Date;
  code: 'CONDITION_FALSE' | 'QUIET_HOURS' | 'CAPPED' | 'WARM_UP' | RecipientWarning['code'];
  /** The SEND that it is about; null if it is about none. */
  step: string | null;
  /**
   * Of a condition the name of the value that decided, of quiet hours and of the day of a warm-up their end (ISO 8601), of a limit when it has a place again
   * (ISO 8601), of a warning the field.
   */
  detail: string;
  /** The limit that it is over, in words. */
  limit?: string;
  /** Of an unknown field the one that was probably meant. */
  meant?: string;
}

/** What a condition of a sequence decided. */
export interface Decision {
  /** Name of the condition, or of the wait for a receipt. */
  step: string;
  holds: boolean;
  at: Date;
}

/** Decisions kept of a notification. A sequence in code may ask any number of times. */
export const KEPT_DECISIONS = 200;

/** Holds kept of a message. */
export const KEPT_HOLDS = 20;

/** Notes kept of a notification. */
export const KEPT_NOTES = 50;

export interface Notification {
  _id: string;
  applicationId: string;
  environment: Environment;
  event: string;
  /** Number of the version that its event had when it was accepted. Absent: an older release stored it, or the event. */
  eventVersion?: number;
  /** Contact uuid, or the key of a Slack channel. Cancels search for it. */
  recipient: string;
  contactId: string | null;
  contact: { email: string | null; name: string | null };
  status: NotificationStatus;
  startedAt: Date;
  /** When its first step begins, from `send_at`; absent: at once. */
  sendAt?: Date;
  /** Its waits are over at once, as its send in sandbox asked. Absent: they take their time. */
  skipWaits?: true;
  completedAt: Date | null;
  /** Its array, which has payload and overrides of all its notifications. */
  batchId: string | null;
  /** It is a recipient of the broadcast whose id is `batchId`. Absent: `batchId` is an array's, or null. */
  ofBroadcast?: true;
  /** The idempotency reservation that it came from. */
  reservationId: string | null;
  /** JSON text, so that keys of callers never become field names. Null: the batch has it. */
  payload: AtRest | null;
  overrides: AtRest | null;
  /**
   * Its event was `sensitive` when it was accepted: payload and overrides are sealed (`sealedFor.content` of its id or its
   * array's) and dropped when it completes, and rendered content is not stored. Absent: it was not.
   */
  sensitive?: true;
  language: string | null;
  from: string | null;
  forcedChannel: Channel | null;
  /** What the caller keeps with it, as pairs (core/sending/metadata.ts); absent: nothing. */
  metadata?: string[];
  /** What it is about, in the words of its caller; absent: nothing. */
  reference?: string;
  /** Id of the tenant in whose name it is sent; absent: it has none. */
  tenant?: string;
  /** How its send wanted to be the one that is open; absent: it did not. */
  ifOpen?: IfOpen;
  /**
   * With `ifOpen`: what at most one notification has (core/sending/reference.ts). After it has ended, the next one may take it
   * away.
   */
  openKey?: string;
  /** Addresses in `to`, which come before the contact's. */
  to: Partial<Record<Channel, string>>;
  steps: Step[];
  /** The sequence in workflow code that it runs instead, by name. */
  code?: string;
  delivery: DeliveryGuarantee;
  retryForMs: number;
  /** Absent in documents of older versions: normal. */
  priority?: Priority;
  /** The integration in whose queue its first SEND waits; absent: the common queue. */
  sendQueue?: string;
  /** When the sweep may start its workflow; absent: the workflow exists. */
  startPending?: Date;
  /** The application whose backlog it is in, until a step is claimed or it ends. */
  backlogOf?: string;
  /** When the sweep may signal a cancel to its workflow; absent: there is none to signal. */
  cancelPending?: Date;
  inFlight: InFlight | null;
  /** Ids of webhook events that are not delivered yet, and when the sweep may deliver them. */
  untold?: string[];
  untoldSince?: Date;
  /**
   * Id of the provider (core/sending/candidates.ts) at which its queued message failed last, or whose rest it waits for;
   * absent: nothing failed, or another provider takes over.
   */
  failingAt?: string;
  /** Name of the SEND whose receipt its workflow waits for. */
  waitsFor?: string;
  /** Set while an operator has paused it. Its next SEND is held. */
  paused?: Pause;
  /** The job that paused or resumed it last. A repeat of the job's page does not do it twice (JOB-6). */
  pauseJob?: string;
  /** Set while it is held. Its workflow waits for a signal. */
  held?: Held;
  /** When the sweep may signal that its own pause is over, if the API could not; absent: there is no need. */
  releasePending?: Date;
  /** The pause that `releasePending` is about. */
  releasedPause?: string;
  /** When the sweep may wake the workflow after a receipt, if the API could not; absent: there is no need. */
  wakePending?: Date;
  /** Set after retention has removed payload and rendered content. */
  contentRemoved?: true;
  /**
   * Search keys of its failed messages (core/sending/failure-keys.ts), and in a failed notification of those that may have
   * been sent; absent: there are none.
   */
  failures?: string[];
  /** Why it failed, if no message says so: the error of a sequence in code, or how its workflow ended. */
  failure?: string;
  /** The failed notification that this one retries. */
  retryOf?: string;
  /** The notification that retries this one. It is set before that one exists. */
  retriedAs?: string;
  /** Set after its digest step: the notification that combined the messages it sends, and the path of its key. */
  digest?: { of: string; key?: string };
  /** Reasons why something was not sent, oldest first; absent: none. */
  notes?: Note[];
  /** What its conditions decided, oldest first. Absent: none was reached, or only in an older release. */
  decided?: Decision[];
  /** The name of the API key or admin key that cancelled it. */
  cancelledBy?: string;
  /** The carrier that sends the content of this notification. */
  digestedInto?: string;
  /** When its sender said that the recipient used the code. Absent: it did not. */
  followedAt?: Date;
  /** When an operator reopened it. Its workflow may run a second time. */
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
    eventVersion: { type: Number },
    recipient: { type: String, required: true },
    contactId: { type: String, default: null },
    contact: { type: Mixed },
    status: { type: String, required: true },
    startedAt: { type: Date, required: true },
    sendAt: { type: Date },
    skipWaits: { type: Boolean },
    completedAt: { type: Date, default: null },
    batchId: { type: String, default: null },
    ofBroadcast: { type: Boolean },
    reservationId: { type: String, default: null },
    payload: { type: Mixed, default: null },
    overrides: { type: Mixed, default: null },
    sensitive: { type: Boolean },
    language: { type: String, default: null },
    from: { type: String, default: null },
    forcedChannel: { type: String, default: null },
    metadata: { type: Mixed },
    reference: { type: String },
    tenant: { type: String },
    ifOpen: { type: String },
    openKey: { type: String },
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
    failingAt: { type: String },
    waitsFor: { type: String },
    wakePending: { type: Date },
    paused: { type: Mixed },
    pauseJob: { type: String },
    held: { type: Mixed },
    releasePending: { type: Date },
    releasedPause: { type: String },
    contentRemoved: { type: Boolean },
    failures: { type: Mixed },
    failure: { type: String },
    retryOf: { type: String },
    retriedAs: { type: String },
    notes: { type: Mixed },
    decided: { type: Mixed },
    cancelledBy: { type: String },
    digest: { type: Mixed },
    digestedInto: { type: String },
    reopenedAt: { type: Date },
    followedAt: { type: Date },
    messages: { type: Mixed },
  },
  { minimize: false },
);
// At most one open notification of an event, contact and reference. The index has those that were sent with `if_open` only.
schema.index({ openKey: 1 }, { unique: true, partialFilterExpression: { openKey: { $gt: '' } } });
// A cancel, and lists of an event of a recipient, newest first.
schema.index({ recipient: 1, event: 1, status: 1, startedAt: 1, _id: 1 });
// Lists of everything of a recipient, newest first, and the erasure of a contact.
schema.index({ recipient: 1, status: 1, startedAt: 1, _id: 1 });
// Whether an array has open notifications, and the recipients of a broadcast, newest first. The index has notifications of
// arrays and broadcasts only.
schema.index(
  { batchId: 1, status: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { batchId: { $gt: '' } } },
);
// Of a broadcast, what became of its recipients, and those of one failure, newest first. The indexes have its notifications only.
const ofBroadcast = { partialFilterExpression: { ofBroadcast: true } };
schema.index({ batchId: 1, status: 1, 'messages.status': 1 }, ofBroadcast);
schema.index({ batchId: 1, failures: 1, startedAt: 1, _id: 1 }, ofBroadcast);
// The parts of a digest, in the order of their sends. The index has parts only. A sparse one would have every notification,
// because each has `startedAt`. `_id` makes its name differ from that one's, which MongoDB would refuse to change.
schema.index(
  { digestedInto: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { digestedInto: { $gt: '' } } },
);
// The sweep: notifications without a workflow by application, pending cancels, events and wakes, and all that are open.
schema.index(
  { applicationId: 1, startPending: 1 },
  { partialFilterExpression: { startPending: { $gt: new Date(0) } } },
);
schema.index({ cancelPending: 1 }, { sparse: true });
schema.index({ untoldSince: 1 }, { sparse: true });
schema.index({ wakePending: 1 }, { sparse: true });
schema.index({ releasePending: 1 }, { sparse: true });
schema.index({ status: 1, _id: 1 });
// What is held by a pause, oldest first, and its number. The index has held notifications only.
schema.index(
  { 'held.by': 1, 'held.dueAt': 1, _id: 1 },
  { partialFilterExpression: { 'held.by': { $gt: '' } } },
);
// Backpressure: accepted and not begun.
schema.index({ backlogOf: 1 }, { sparse: true });
// Retention: ended notifications, first with their content and then without.
schema.index({ applicationId: 1, contentRemoved: 1, completedAt: 1 });
// Retention: whether a batch is still needed. The index has notifications of arrays only.
schema.index({ batchId: 1, contentRemoved: 1 }, { partialFilterExpression: { batchId: { $gt: '' } } });
// Resealing after a change of the encryption key. The index has sensitive notifications only.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });
// Operators' lists, newest first, of all events or of one.
schema.index({ applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 });
schema.index({ applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 });
// The same for failures by provider or code. The indexes have notifications with failed messages only.
const failed = { partialFilterExpression: { failures: { $gt: '' } } };
schema.index({ failures: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 }, failed);
schema.index(
  { failures: 1, applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 },
  failed,
);

// How many wait for a provider, and which. The index has those whose last attempt failed only.
schema.index(
  { failingAt: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { failingAt: { $gt: '' } } },
);

// The same by metadata, and of a recipient. The indexes have notifications with metadata only.
const kept = { partialFilterExpression: { metadata: { $gt: '' } } };
schema.index({ metadata: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 }, kept);
schema.index(
  { metadata: 1, applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 },
  kept,
);
schema.index({ metadata: 1, recipient: 1, status: 1, startedAt: 1, _id: 1 }, kept);

// The same by reference. The index has notifications with a reference only.
schema.index(
  { reference: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { reference: { $gt: '' } } },
);

// The same by tenant, and the open notifications of a tenant that is deleted. The index has notifications with a tenant only.
schema.index(
  { tenant: 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { tenant: { $gt: '' } } },
);

// The same by channel. Before its first message a notification is not in these indexes.
const withMessage = { partialFilterExpression: { 'messages.channel': { $gt: '' } } };
schema.index(
  { 'messages.channel': 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 },
  withMessage,
);
schema.index(
  { 'messages.channel': 1, applicationId: 1, environment: 1, event: 1, status: 1, startedAt: 1, _id: 1 },
  withMessage,
);
// The same by what became of a message.
schema.index(
  { 'messages.status': 1, applicationId: 1, environment: 1, status: 1, startedAt: 1, _id: 1 },
  { partialFilterExpression: { 'messages.status': { $gt: '' } } },
);

/** Returns how large a notification is in MongoDB, bytes. */
export const bytesOf = (notification: Notification): number => mongo.BSON.calculateObjectSize(notification);

/** The filter of `status` for open notifications. */
export const open = { $in: [...OPEN_STATUSES] };

export type NotificationModel = mongoose.Model<Notification>;

/** The notifications collection, with the indexes that serve its queries. */
export const notificationModel = (connection: mongoose.Connection): NotificationModel =>
  connection.model<Notification>('Notification', schema);
