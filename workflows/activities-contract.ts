import type { AfterStep, NotificationStatus } from '../core/shared/statuses';
import type { Channel } from '../core/shared/channels';
import type { Condition } from '../core/sequences/condition';
import type { DigestWindow } from '../core/events/definition';
import type { ReceiptState } from '../core/receipts/state';
import type { TimeOfDay } from '../core/sequences/time-of-day';
import type { RetentionCursor, RetentionStep, NotifyOwnerInput } from './contract';

/** Input of `deliver`: one SEND of one notification. */
export interface DeliverInput {
  notificationId: string;
  contactId: string | null;
  step: string;
  /** Absent: auto-routing. */
  channel?: Channel;
  after: AfterStep;
  /** Planned time of the SEND, milliseconds since 1970; `retryForMs` counts from it. */
  dueAt: number;
  retryForMs: number;
  /** A fallback: if the channel does not reach the recipient, nothing is sent and nothing has failed. */
  optional?: true;
}

/** What a SEND came to. `events` are the ids of the webhook events that an endpoint wants. */
export interface DeliverResult {
  /** `moved`: nothing was sent, because it has to wait in another queue; `quiet`: it has to wait `until` a time. */
  outcome: 'sent' | 'failed' | 'stopped' | 'gone' | 'moved' | 'quiet' | 'skipped';
  /** The step of this result, so that changed code is noticed; absent: an older worker's answer. */
  step?: string;
  /** The notification's status when the outcome was written. */
  status: NotificationStatus;
  events: string[];
  /** With `moved`: the integration in whose queue it waits; null: the main queue. */
  queue?: string | null;
  /** With `quiet`: milliseconds since 1970. */
  until?: number;
}

export interface CheckConditionInput {
  notificationId: string;
  condition: Condition;
  /** What comes next in each branch. */
  after: { then: AfterStep; else: AfterStep };
}

export interface NextTimeInput {
  notificationId: string;
  at: TimeOfDay;
  /** The IANA name that is used if the contact has no time zone. */
  timezone: string;
  /** Milliseconds since 1970. */
  fromMs: number;
}

/** One notification at its digest step. */
export interface DigestInput {
  notificationId: string;
  window: DigestWindow;
  /** When the step fell due, milliseconds since 1970. A window that it opens counts from then. */
  dueAt: number;
}

export interface CloseDigestInput {
  notificationId: string;
  /** What comes next, so that the status can say so. */
  after: AfterStep;
}

/** `gathers`: it is in a window, and waits for its end; `carries`: an earlier run has carried it; `over`: it has ended. */
export type DigestJoined =
  | { kind: 'gathers'; closesAt: number; isFirst: boolean }
  | { kind: 'carries' }
  | { kind: 'over'; status: NotificationStatus };

/** `carries`: it continues for all; `over`: it has ended, into another one or by a cancel; `later`: another may carry. */
export type DigestClosed =
  { kind: 'carries' } | { kind: 'over'; status: NotificationStatus } | { kind: 'later' };

export interface AwaitReceiptInput {
  notificationId: string;
  /** Name of the SEND. */
  send: string;
  /** Whether the wait begins, so that a receipt wakes the workflow, or ends. */
  begin: boolean;
}

export interface CloseInput {
  notificationId: string;
  as: 'stopped' | 'failed' | 'ended';
  /** With `failed`: the error of the sequence in code, as its author wrote it. */
  reason?: string;
}

/** Input of `noteWaiting`: a sequence waits. */
export interface NoteWaitingInput {
  notificationId: string;
  /** Messages that the run has begun. */
  sends: number;
}

export interface DeliverWebhookInput {
  eventId: string;
  notificationId: string;
  /** Number of earlier attempts, as older workers count them. The delivery's document has the count now. */
  attemptsMade: number;
  /** Whether the activity fails with the delay of its retry if the event may not be delivered yet. */
  repeats: boolean;
}

/**
 * `done`: the caller has nothing left to do, because the event is over or waits in the queue of its endpoint; `busy`: an
 * earlier event goes first, or the database was unavailable; `retry`: an older worker leaves the retries to the caller.
 */
export type DeliverWebhookResult = 'done' | 'retry' | 'busy';

/** Input of `drainWebhooks`: the endpoint whose queue is drained. */
export interface DrainInput {
  endpointId: string;
}

/** `more`: this pass has reached its limit, and another one is needed. */
export interface PurgeResult {
  more: boolean;
}

export interface RemoveOldInput {
  step: RetentionStep;
  /** Null: from the beginning. */
  from: RetentionCursor | null;
}

/** `next`: where the step continues, because the time of the activity was over; null: the step is done. */
export interface RemoveOldResult {
  removed: number;
  next: RetentionCursor | null;
}

/** The activities, as workflows see them: types only, so that no code of activities enters the bundle. */
export interface Activities {
  deliver: (input: DeliverInput) => Promise<DeliverResult>;
  checkCondition: (input: CheckConditionInput) => Promise<boolean>;
  nextTime: (input: NextTimeInput) => Promise<number>;
  joinDigest: (input: DigestInput) => Promise<DigestJoined>;
  closeDigest: (input: CloseDigestInput) => Promise<DigestClosed>;
  awaitReceipt: (input: AwaitReceiptInput) => Promise<ReceiptState>;
  close: (input: CloseInput) => Promise<NotificationStatus | null>;
  noteWaiting: (input: NoteWaitingInput) => Promise<void>;
  tellWebhook: (input: DeliverWebhookInput) => Promise<DeliverWebhookResult>;
  drainWebhooks: (input: DrainInput) => Promise<number | null>;
  purgeContact: (input: { contactId: string; last: boolean }) => Promise<PurgeResult>;
  sweep: () => Promise<SweepResult>;
  removeOld: (input: RemoveOldInput) => Promise<RemoveOldResult>;
  tellOwner: (input: NotifyOwnerInput) => Promise<void>;
}

/** What a sweep did. The Temporal UI shows it as the workflow's result. */
export interface SweepResult {
  done: Partial<
    Record<
      | 'started'
      | 'cancelled'
      | 'woken'
      | 'erasures'
      | 'shares'
      | 'told'
      | 'redelivered'
      | 'drained'
      | 'owners'
      | 'closed'
      | 'followed',
      number
    >
  >;
  /** Items that failed; the worker's log has the id of each. */
  failed: number;
  /** Names of the parts that failed. */
  parts: string[];
}
