import type { Channel } from '../../core/shared/channels';
import type { Condition } from '../../core/sequences/condition';
import type { DigestWindow, Fallback } from '../../core/sequences/steps';
import type { AfterStep } from '../../core/shared/statuses';
import type { ReceiptState } from '../../core/receipts/state';
import type { TimeOfDay } from '../../core/sequences/time-of-day';
import type { NotificationInput } from '../contract';

/**
 * What a sequence runs on, be it steps of an event's file or code (docs/guides/sequences.md). Each call is durable: after a
 * crash or a deploy the sequence continues where it was. If the notification is cancelled or erased, the call that is under
 * way throws, and so does every later one.
 *
 * `after` says what comes next, so that the update that ends the step also writes the notification's status. Steps of a file
 * know it. Code does not have to: its waits write that it waits.
 */
export interface SequenceApi {
  /** What a sequence may know of its notification: ids only, because Temporal's history stores all of it. */
  facts: Pick<NotificationInput, 'notificationId' | 'applicationId' | 'environment' | 'event' | 'contactId'>;
  /**
   * Sends one message and waits for its outcome, retries included. SENDs go one after the other, also if they are called at
   * the same time.
   * @param name of the SEND, used once in a run; part of the message's identity, and the key of its `step_templates`
   * @param options.channel absent: auto-routing over the event's channels
   * @param options.fallback the next channel is tried if the message fails, or if nothing confirms its delivery in time
   */
  send(
    name: string,
    options?: { channel?: Channel; fallback?: Fallback; after?: AfterStep },
  ): Promise<'sent' | 'failed'>;
  /** Waits `durationMs` milliseconds from the planned end of the step before; `name` is what the Temporal UI shows. */
  wait(name: string, durationMs: number): Promise<void>;
  /** Waits until a moment. A moment that has passed is no wait. */
  waitUntil(name: string, at: Date): Promise<void>;
  /**
   * Waits until `isTrue`, which is checked after each signal, but `timeoutMs` milliseconds at most. Returns whether it
   * became true.
   */
  waitFor(name: string, isTrue: () => boolean, timeoutMs: number): Promise<boolean>;
  /**
   * Waits until clocks show a time of day, in the contact's time zone or, if none is known, in this one.
   * @param at hour and minute, and the days of the week on which it counts: 0 is Sunday; absent: every day
   * @param timezone an IANA name, such as `Europe/Stockholm`
   */
  waitForTimeOfDay(name: string, at: TimeOfDay, timezone: string): Promise<void>;
  /**
   * Waits until a receipt confirms or refuses an earlier SEND, `withinMs` milliseconds at most. Returns `pending` if none
   * has come. `send` is the name of that SEND.
   */
  waitForReceipt(name: string, send: string, withinMs: number): Promise<ReceiptState>;
  /**
   * Whether a condition on payload, contact or earlier SENDs holds now (docs/reference/events.md). The history stores only
   * the answer.
   */
  holds(name: string, condition: Condition, after?: { then: AfterStep; else: AfterStep }): Promise<boolean>;
  /**
   * Gathers the sends of this event to this recipient over a window, in milliseconds or as an event's file has it. Returns
   * in the first notification only, which continues for all of them (`digest.items` in its templates). The others end here.
   * Once in a run.
   */
  digest(name: string, window: number | DigestWindow, after?: AfterStep): Promise<void>;
}

/** Runs for one notification, which has ended when it returns. */
export type Sequence = (api: SequenceApi) => Promise<void>;
