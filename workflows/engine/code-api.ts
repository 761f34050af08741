import type { Channel, Environment } from '../../core/shared/channels';
import type { Condition } from '../../core/sequences/condition';
import type { ReceiptState } from '../../core/receipts/state';
import type { TimeOfDay } from '../../core/sequences/time-of-day';
import type { SendOutcome } from './api';

/** What a sequence may know of its notification: ids only, for all of it stands in Temporal's history. */
export interface SequenceFacts {
  notificationId: string;
  applicationId: string;
  environment: Environment;
  event: string;
  /** Null where a Slack channel is the recipient. */
  contactId: string | null;
}

/**
 * What a sequence in code is written with (docs/guides/sequences.md). Each call is durable: after a crash or a deploy the
 * sequence goes on where it was. When the notification is cancelled or erased, the call that is under way throws, and so
 * does every later one.
 */
export interface SequenceCodeApi {
  facts: SequenceFacts;
  /**
   * Sends one message and waits for its outcome, retries included. SENDs go one after the other, also those that are
   * called at the same time.
   * @param name of the SEND, used once in a run; part of the message's identity, and the key of its `step_templates`
   * @param options.channel absent: auto-routing over the event's channels
   */
  send(name: string, options?: { channel?: Channel }): Promise<SendOutcome>;
  /** Waits `durationMs` milliseconds; `name` is what the Temporal UI shows. */
  wait(name: string, durationMs: number): Promise<void>;
  /**
   * Waits until clocks show a time of day, in the contact's time zone or, where none is known, in this one.
   * @param at hour and minute, and the days of the week on which it counts: 0 is Sunday; absent: every day
   * @param timezone an IANA name, such as `Europe/Stockholm`
   */
  waitForTimeOfDay(name: string, at: TimeOfDay, timezone: string): Promise<void>;
  /**
   * Gathers the sends of this event to this recipient for `windowMs` milliseconds from the first on. It returns in that
   * first one, which goes on for all of them (`digest.items` in its templates); the others end here. Once in a run.
   */
  digest(name: string, windowMs: number): Promise<void>;
  /** Waits until a moment; one that has passed is no wait. */
  waitUntil(name: string, at: Date): Promise<void>;
  /**
   * Waits until `isTrue`, which is looked at after each signal, but `timeoutMs` milliseconds at most. Gives whether it
   * became true.
   */
  waitFor(name: string, isTrue: () => boolean, timeoutMs: number): Promise<boolean>;
  /**
   * Waits until a receipt confirms or refuses an earlier SEND, `withinMs` milliseconds at most; `pending` when none has
   * come. `send` is the name of that SEND.
   */
  waitForReceipt(name: string, send: string, withinMs: number): Promise<ReceiptState>;
  /**
   * Whether a condition on payload, contact or earlier SENDs holds now (docs/reference/events.md). What it looks at stays out of the
   * history: only the answer is in it.
   */
  holds(name: string, condition: Condition): Promise<boolean>;
}

/** A sequence as workflow code. When it returns, the notification has ended. */
export type CodeSequence = (api: SequenceCodeApi) => Promise<void>;
