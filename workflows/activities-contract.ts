import type { AfterStep, NotificationStatus } from '../core/shared/statuses';
import type { Channel } from '../core/shared/channels';
import type { Condition } from '../core/sequences/condition';
import type { DigestWindow } from '../core/events/definition';
import type { ReceiptState } from '../core/receipts/state';
import type { TimeOfDay } from '../core/sequences/time-of-day';
import type { RetentionCursor, RetentionStep, NotifyOwnerInput } from './contract';

/** What `deliver` is asked: one SEND of one notification. */
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
  /** A fallback: where the channel does not reach the recipient nothing is sent, and nothing has failed. */
  optional?: true;
}

/** What a SEND came to. `events` are the webhook events that an endpoint wants to be told. */
export interface DeliverResult {
  /** `moved`: nothing was sent, for it has to wait in another queue; `quiet`: it has to wait `until` a time. */
  outcome: 'sent' | 'failed' | 'stopped' | 'gone' | 'moved' | 'quiet' | 'skipped';
  /** Which step this is of, so that code that has changed meanwhile notices; absent: an older worker's answer. */
  step?: string;
  /** The notification's status when the outcome was written. */
  status: NotificationStatus;
  events: string[];
  /** With `moved`: the integration in whose queue it waits; null: the queue of all. */
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
  /** Where the contact has none. */
  timezone: string;
  /** Milliseconds since 1970. */
  fromMs: number;
}

/** One notification at its digest step. */
export interface DigestInput {
  notificationId: string;
  window: DigestWindow;
  /** When the step fell due, milliseconds since 1970; a window that is opened counts from it. */
  dueAt: number;
}

export interface CloseDigestInput {
  notificationId: string;
  /** What comes next, so that the status can say so. */
  after: AfterStep;
}

/** `gathers`: it is in a window, and waits for its end; `carries`: it goes on already; `over`: it has ended. */
export type DigestJoined =
  | { kind: 'gathers'; closesAt: number; isFirst: boolean }
  | { kind: 'carries' }
  | { kind: 'over'; status: NotificationStatus };

/** `carries`: it goes on for all; `over`: it has ended, into another one or by a cancel; `later`: another's turn. */
export type DigestClosed =
  { kind: 'carries' } | { kind: 'over'; status: NotificationStatus } | { kind: 'later' };

export interface AwaitReceiptInput {
  notificationId: string;
  /** Name of the SEND. */
  send: string;
  /** Begins to wait, so that a receipt wakes the workflow; else it ends that. */
  begin: boolean;
}

export interface CloseInput {
  notificationId: string;
  as: 'stopped' | 'failed' | 'ended';
  /** With `failed`: what the sequence in code failed with, in the words of whoever wrote it. */
  reason?: string;
}

/** Says that a sequence waits, after so many SENDs of the run. */
export interface NoteWaitingInput {
  notificationId: string;
  sends: number;
}

export interface DeliverWebhookInput {
  eventId: string;
  notificationId: string;
  /** Attempts made before, as older workers count them; the delivery's document has the count. */
  attemptsMade: number;
  /** Whether the activity fails if the event may not go yet, with the time after which it looks again. */
  repeats: boolean;
}

/**
 * `done`: nothing is left to the caller, be it that the event is over or that it waits in the queue of its endpoint;
 * `busy`: an earlier event goes first, or the database was away; `retry`: an older worker leaves the retries to the caller.
 */
export type DeliverWebhookResult = 'done' | 'retry' | 'busy';

/** Whose events that wait are to be told. */
export interface DrainInput {
  endpointId: string;
}

/** `more`: this pass met its bound and another is due. */
export interface PurgeResult {
  more: boolean;
}

export interface RemoveOldInput {
  step: RetentionStep;
  /** Null: from the beginning. */
  from: RetentionCursor | null;
}

/** `next`: the time for one activity was over before the step was; null: it is done. */
export interface RemoveOldResult {
  removed: number;
  next: RetentionCursor | null;
}

/** The activities, as workflows see them: types only, so that nothing of theirs enters the bundle. */
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

/** What a sweep did, as its workflow's result shows it in the Temporal UI. */
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
  /** Parts that could not be finished. */
  parts: string[];
}
