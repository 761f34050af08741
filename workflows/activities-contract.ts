import type { AfterStep, NotificationStatus } from '../core/shared/statuses';
import type { Channel, Environment } from '../core/shared/channels';
import type { Condition } from '../core/sequences/condition';
import type { DigestWindow } from '../core/sequences/steps';
import type { ReceiptState } from '../core/receipts/state';
import type { TimeOfDay } from '../core/sequences/time-of-day';
import type { CapturedMessage, SandboxReport } from '../core/sending/sandbox-ending';
import type { FailedFirst } from '../core/sending/failed-first';
import type { RunOutcome } from '../core/schedules/run';
import type {
  BroadcastInput,
  JobInput,
  NotifyOwnerInput,
  ReleaseHeldInput,
  RetentionCursor,
  RetentionStep,
} from './contract';

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
  /** The failure of the first attempt, if that was made in the workflow's task or a broadcast's page. The activity repeats it as its own first one. */
  failed?: FailedFirst;
  /** Ids of the pauses that have held and released it; absent: none. */
  released?: string[];
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
  /** Webhook events that the workflow delivers. */
  events: string[];
  /** Webhook events that need nothing more of the workflow: they are over, or wait in the queue of their endpoint. Absent: none. */
  settledEvents?: string[];
  /** With `moved`: the integration in whose queue it waits; null: the main queue. */
  queue?: string | null;
  /** Why it failed or, with `moved`, is retried: names and codes, for the Temporal UI. Absent: an older worker's answer. */
  failure?: string;
  /** With `moved`, of an attempt in the workflow's task: it was made, and failed. */
  retry?: FailedFirst;
  /** With `quiet`: milliseconds since 1970. */
  until?: number;
  /** With `quiet`: it waits for the next day of a warm-up, and not for the end of quiet hours. */
  isWarmingUp?: true;
  /** With `quiet`: it waits for the digest of what is over a limit, and not for the end of quiet hours. */
  folded?: true;
  /** With `moved`: it is held by a pause until a signal. Older workers ask again instead, at growing intervals. */
  held?: HeldResult;
}

/** How a SEND is held. */
export interface HeldResult {
  /** What is paused, for the Temporal UI. */
  what: string;
  /** From when the time counts that `retry_for` leaves out, milliseconds since 1970. */
  from: number;
  /** The pause ended while the SEND was marked: there is nothing to wait for. */
  over?: true;
}

/** One notification at its digest step. */
export interface DigestInput {
  notificationId: string;
  window: DigestWindow;
  /** When the step fell due, milliseconds since 1970. A window that it opens counts from then. */
  dueAt: number;
}

/** `gathers`: it is in a window, and waits for its end; `carries`: an earlier run has carried it; `over`: it has ended. */
export type DigestJoined =
  | { kind: 'gathers'; closesAt: number; isFirst: boolean }
  | { kind: 'carries' }
  | { kind: 'over'; status: NotificationStatus };

/** `carries`: it continues for all; `over`: it has ended, into another one or by a cancel; `later`: another may carry. */
export type DigestClosed =
  { kind: 'carries' } | { kind: 'over'; status: NotificationStatus } | { kind: 'later' };

export interface CloseInput {
  notificationId: string;
  as: 'stopped' | 'failed' | 'ended';
  /** With `failed`: the error of the sequence in code, as its author wrote it. */
  reason?: string;
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
 * earlier event goes first, or the database was unavailable; `retry`: an older worker leaves the retries to the caller, or an
 * attempt in the workflow's task takes longer; `elsewhere`: it must not be made in the workflow's task.
 */
export type DeliverWebhookResult = 'done' | 'retry' | 'busy' | 'elsewhere';

/** One report about a message that sandbox has captured. */
export interface SandboxReportInput extends CapturedMessage {
  report: SandboxReport;
}

/** One run of a schedule. Times are milliseconds since 1970. */
export interface RunScheduleInput {
  scheduleId: string;
  /** The time of the schedule that the run is for. */
  plannedAt: number;
  startedAt: number;
  /** A run that somebody asked for; absent: its time had come. */
  manual?: string;
}

/** How a run of a schedule ended, for the Temporal UI. `gone`: there is no schedule any more; `paused`: it makes no runs. */
export interface RunScheduleResult {
  outcome: RunOutcome | 'gone' | 'paused';
  accepted: number;
  refused: number;
}

/** What a broadcast comes to after some pages. `details` is for the Temporal UI, and has numbers only. */
export interface BroadcastProgress {
  /** `more`: there are other pages; `waits`: until a time or a signal; `ended`: nothing is left to do. */
  kind: 'more' | 'waits' | 'ended';
  /** With `waits`: milliseconds since 1970. Null: only a signal ends the wait. */
  until?: number | null;
  details: string;
}

/** The activities, as workflows see them: types only, so that no code of activities enters the bundle. */
export interface Activities {
  deliver(input: DeliverInput): Promise<DeliverResult>;
  /** Makes the first attempt in the workflow's task if the SEND is quick; otherwise `moved`. A local activity. */
  deliverFirst(
    input: DeliverInput & { applicationId: string; environment: Environment; event: string },
  ): Promise<DeliverResult>;
  /** `after` is what comes next in each branch. `step` is the condition's name. Absent: a worker of an older release asks. */
  checkCondition(input: {
    notificationId: string;
    step?: string;
    condition: Condition;
    after: { then: AfterStep; else: AfterStep };
  }): Promise<boolean>;
  /** `timezone` is for a contact without one. Times are milliseconds since 1970. */
  nextTime(input: {
    notificationId: string;
    at: TimeOfDay;
    timezone: string;
    fromMs: number;
  }): Promise<number>;
  joinDigest(input: DigestInput): Promise<DigestJoined>;
  /** `key` is the path of the digest's key. Absent: it has none. */
  closeDigest(input: { notificationId: string; after: AfterStep; key?: string }): Promise<DigestClosed>;
  /** `begin` begins the wait for a receipt of the SEND, which then wakes the workflow. Without it, the wait ends. */
  awaitReceipt(input: {
    notificationId: string;
    send: string;
    begin: boolean;
    /** Name of the condition that waits. Absent: a fallback waits, or a worker of an older release asks. */
    step?: string;
  }): Promise<ReceiptState>;
  close(input: CloseInput): Promise<NotificationStatus | null>;
  /** `sends` is the number of messages that the run has begun. */
  noteWaiting(input: { notificationId: string; sends: number }): Promise<void>;
  tellWebhook(input: DeliverWebhookInput): Promise<DeliverWebhookResult>;
  /** The same in the workflow's task if the endpoint is quick; otherwise `elsewhere`. A local activity. */
  tellWebhookFirst(input: DeliverWebhookInput): Promise<DeliverWebhookResult>;
  drainWebhooks(input: { endpointId: string }): Promise<number | null>;
  /** Returns `more` if the pass has reached its limit, and another one is needed. */
  purgeContact(input: { contactId: string; last: boolean }): Promise<{ more: boolean }>;
  sweep(): Promise<SweepResult>;
  /** Begins at `from`, or with null at the beginning. `next` is where the step continues; null: it is done. */
  removeOld(input: {
    step: RetentionStep;
    from: RetentionCursor | null;
  }): Promise<{ removed: number; next: RetentionCursor | null }>;
  tellOwner(input: NotifyOwnerInput): Promise<void>;
  reportSandbox(input: SandboxReportInput): Promise<void>;
  runSchedule(input: RunScheduleInput): Promise<RunScheduleResult>;
  /** Releases what a resumed pause holds, oldest first, for some seconds. Returns whether more is held, and how many it released. */
  releaseHeld(input: ReleaseHeldInput): Promise<{ more: boolean; released: number }>;
  /** Does the next page of a job that runs. Returns whether there may be another one. */
  runJobPage(input: JobInput): Promise<{ more: boolean }>;
  /** Reaches the next recipients of a broadcast, for some time. */
  runBroadcast(input: BroadcastInput): Promise<BroadcastProgress>;
}

/** What a sweep did. The Temporal UI shows it as the workflow's result. */
export interface SweepResult {
  /** Numbers of items, such as `started` or `cancelled`. */
  done: Record<string, number>;
  /** Items that failed; the worker's log has the id of each. */
  failed: number;
  /** Names of the parts that failed. */
  parts: string[];
}
