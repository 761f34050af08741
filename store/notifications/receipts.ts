import type { ReceiptEffect } from '../../core/receipts/effect';
import type { MessageEvent, Notification, NotificationModel, ReceiptRecord } from './model';

/** A receipt ready to be applied. */
export interface ReceiptChange {
  notificationId: string;
  messageId: string;
  effect: ReceiptEffect;
  /** What the receipt says, for operators. */
  record: ReceiptRecord;
  /** The provider's name for the message, where the receipt has it. */
  providerMessageId: string | null;
  /** The `delivery.sent` that is stored before its own event, if nobody has said yet that the message was sent. */
  sentEvent: MessageEvent | null;
  /** The event that it raises, where an endpoint wants it. */
  event: MessageEvent | null;
  /** The notification waited for a receipt when it was read. */
  waits?: boolean;
  /** What the message is found by where it fails by this (`core/failure-keys`). */
  failures?: string[];
}

/** Receipts as moves of one message. */
export interface ReceiptStore {
  /**
   * Applies it in one conditional update and gives the notification as it is then, with the events that were stored, in
   * their order; null where it changes nothing (late, twice, out of order, unknown).
   */
  apply(change: ReceiptChange): Promise<Applied | null>;
}

export interface Applied {
  notification: Notification;
  raised: MessageEvent[];
}

/** Receipts kept per message. */
const KEPT_RECEIPTS = 20;

export function createReceiptStore(model: NotificationModel): ReceiptStore {
  /** `wakes` says whether it notes that a waiting workflow is to be woken; if false, it matches only what does not wait. */
  async function update(
    change: ReceiptChange,
    { raised, its, wakes }: { raised: MessageEvent[]; its: Record<string, unknown>; wakes: boolean | null },
  ): Promise<Applied | null> {
    const { notificationId, messageId, effect, record, providerMessageId, failures = [] } = change;
    const { moves, to, error } = effect;
    const set: Record<string, unknown> = {
      // Whatever is reported of it, it was handed over; our own record may still be on its way or never come.
      'messages.$[unsent].sentAt': record.at,
    };
    const push: Record<string, unknown> = {
      'messages.$[it].receipts': { $each: [record], $slice: -KEPT_RECEIPTS },
    };
    const message: Record<string, unknown> = { ...its, id: messageId, status: { $in: [...moves] } };
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
    const notification = await model
      .findOneAndUpdate(
        {
          _id: notificationId,
          messages: { $elemMatch: message },
          ...(wakes === false && { waitsFor: null }),
        },
        {
          ...{ $set: set, $push: push },
          ...(failures.length > 0 && { $addToSet: { failures: { $each: failures } } }),
        },
        { arrayFilters: filters, returnDocument: 'after' },
      )
      .lean<Notification>()
      .exec();
    return notification && { notification, raised };
  }

  return {
    apply: async (change) => {
      const { sentEvent, event, effect, waits } = change;
      const own = event ? [event] : [];
      const asSent = sentEvent ? [{ raised: [sentEvent, ...own], its: { sentAt: null } }] : [];
      // It may begin to wait after it was read.
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

/** Whether it can end a wait for a receipt (`core/receipts/state`). */
const decides = ({ to }: ReceiptEffect): boolean => to === 'delivered' || to === 'failed';
