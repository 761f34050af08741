import type { ReceiptEffect } from '../../core/receipts/effect';
import type {
  InFlight,
  Message,
  MessageEvent,
  Notification,
  NotificationModel,
  ReceiptRecord,
} from './model';
import { findAndUpdate } from '../queries';

/** A receipt ready to be applied. */
export interface ReceiptChange {
  notificationId: string;
  messageId: string;
  effect: ReceiptEffect;
  /** What the receipt says, for operators. */
  record: ReceiptRecord;
  /** The provider's id of the message; null if the receipt has none. */
  providerMessageId: string | null;
  /** The `delivery.sent` that is stored before its own event, if the message has none yet. */
  sentEvent: MessageEvent | null;
  /** The event that it raises; null if no endpoint wants it. */
  event: MessageEvent | null;
  /** The notification waited for a receipt when it was read. */
  waits?: boolean;
  /** The message and the claim that a failure was decided on. The update requires them to be as they were. */
  decidedOn?: { message: Message; inFlight: InFlight | null };
  /** Search keys of the message if this receipt makes it fail (core/sending/failure-keys.ts). */
  failures?: string[];
}

export interface Applied {
  notification: Notification;
  raised: MessageEvent[];
}

/** Receipts kept per message. */
const KEPT_RECEIPTS = 20;

/** Receipts, each of which may change the status of one message. */
export function createReceiptStore(model: NotificationModel) {
  /** `wakes`: true records that the workflow has to be woken, false matches only notifications that do not wait. */
  async function update(
    change: ReceiptChange,
    { raised, its, wakes }: { raised: MessageEvent[]; its: Record<string, unknown>; wakes: boolean | null },
  ): Promise<Applied | null> {
    const { notificationId, messageId, effect, record, providerMessageId, failures = [] } = change;
    const { decidedOn } = change;
    const { moves, to, error } = effect;
    const set: Record<string, unknown> = {
      // Every receipt proves that the message was sent. The record of the attempt may come later or never.
      'messages.$[unsent].sentAt': record.at,
    };
    const push: Record<string, unknown> = {
      'messages.$[it].receipts': { $each: [record], $slice: -KEPT_RECEIPTS },
    };
    const message: Record<string, unknown> = {
      ...{ ...its, id: messageId, status: { $in: [...moves] } },
      ...(decidedOn && unchanged(decidedOn.message)),
    };
    const filters: Record<string, unknown>[] = [
      { 'it.id': messageId },
      { 'unsent.id': messageId, 'unsent.sentAt': null },
    ];
    if (to === null) {
      message.complainedAt = null;
      set['messages.$[it].complainedAt'] = record.at;
      set['messages.$[queued].status'] = 'sent';
      filters.push({ 'queued.id': messageId, 'queued.status': 'queued' });
    } else {
      set['messages.$[it].status'] = to;
    }
    if (to === 'delivered') set['messages.$[it].deliveredAt'] = record.at;
    if (error) set['messages.$[it].error'] = error;
    if (providerMessageId !== null) {
      set['messages.$[unnamed].providerMessageId'] = providerMessageId;
      filters.push({ 'unnamed.id': messageId, 'unnamed.providerMessageId': null });
    }
    if (raised.length > 0) {
      push['messages.$[it].events'] = { $each: raised };
      push.untold = { $each: raised.map(({ id }) => id) };
      set.untoldSince = new Date();
    }
    if (wakes) set.wakePending = new Date();
    const notification = await findAndUpdate(
      model,
      {
        _id: notificationId,
        messages: { $elemMatch: message },
        ...(wakes === false && { waitsFor: null }),
        ...(decidedOn && { 'inFlight.token': decidedOn.inFlight?.token ?? null }),
      },
      {
        ...{ $set: set, $push: push },
        ...(failures.length > 0 && { $addToSet: { failures: { $each: failures } } }),
      },
      { arrayFilters: filters },
    );
    return notification && { notification, raised };
  }

  return {
    /**
     * Applies a receipt in one conditional update. Returns the notification as it is after that, and the stored events in
     * their order; null if the receipt changes nothing (late, repeated, out of order, unknown).
     */
    apply: async (change: ReceiptChange) => {
      const { sentEvent, event, effect, waits } = change;
      const own = event ? [event] : [];
      const asSent = sentEvent ? [{ raised: [sentEvent, ...own], its: { sentAt: null } }] : [];
      // The notification may have begun to wait since it was read.
      const marks = waits ? [true] : [false, true];
      for (const as of [...asSent, { raised: own, its: {} }]) {
        for (const wakes of decides(effect) ? marks : [null]) {
          const applied = await update(change, { ...as, wakes });
          if (applied) return applied;
        }
      }
      return null;
    },
  };
}

/** Returns the conditions that a message has the status and the attempts that it had. */
function unchanged({ status, attempts }: Message): Record<string, unknown> {
  const last = attempts.length - 1;
  return {
    status,
    attempts: { $size: attempts.length },
    ...(last >= 0 && { [`attempts.${last}.id`]: attempts[last]?.id }),
  };
}

/** Whether it can end a wait for a receipt (core/receipts/state.ts). */
const decides = ({ to }: ReceiptEffect): boolean => to === 'delivered' || to === 'failed';
