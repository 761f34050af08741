import type { Channel } from '../../core/shared/channels';
import type { Condition } from '../../core/sequences/condition';
import type { DigestWindow, Fallback } from '../../core/events/definition';
import type { AfterStep } from '../../core/shared/statuses';
import type { TimeOfDay } from '../../core/sequences/time-of-day';
import type { ReceiptState } from '../../core/receipts/state';

/** How a SEND ended. */
export type SendOutcome = 'sent' | 'failed';

export interface SendOptions {
  /** Absent: auto-routing over the event's channels. */
  channel?: Channel;
  /** The next channel is tried when the message fails, or when nothing confirms its delivery in time. */
  fallback?: Fallback;
  /** What follows, so that the outcome's own update can say so. @default 'running' */
  after?: AfterStep;
  /** When it fell due, milliseconds since 1970. @default what the steps before it planned */
  dueAt?: number;
}

/** What a wait for a receipt came to. */
export interface Awaited {
  state: ReceiptState;
  /** When it ended or, where the worker came late, was to end, milliseconds since 1970; null: nothing was waited for. */
  endedAt: number | null;
}

/** What a sequence is written with. Each call is durable: a crash or a deploy goes on where it was. */
export interface SequenceApi {
  /** Whether this run, which an operator began once more, is still where the earlier one was: what it waited for is over. */
  isBehind(): boolean;
  /** Sends one message and waits for its outcome, retries included. `name` is unique in a run. */
  send(name: string, options?: SendOptions): Promise<SendOutcome>;
  /** Waits, over restarts too. Milliseconds. */
  wait(name: string, durationMs: number): Promise<void>;
  /**
   * Waits until clocks show a time of day, in the contact's time zone, else in this one. Gives that moment, milliseconds
   * since 1970; null where an earlier run has waited for it.
   */
  waitForTimeOfDay(name: string, at: TimeOfDay, timezone: string): Promise<number | null>;
  /**
   * Gathers the sends of this event to this recipient over a window; returns in the first one only, which carries them all,
   * with the time at which the window closed, milliseconds since 1970. Once in a run.
   */
  digest(name: string, window: DigestWindow, after?: AfterStep): Promise<number>;
  /** Whether a condition holds now. `after` is what comes next, so that the status can say so. */
  holds(name: string, condition: Condition, after?: { then: AfterStep; else: AfterStep }): Promise<boolean>;
  /** Waits for a receipt of an earlier SEND, `withinMs` at most; `pending` when none has come. */
  waitForReceipt(name: string, send: string, withinMs: number): Promise<Awaited>;
}
