import {
  type Decision,
  KEPT_DECISIONS,
  KEPT_NOTES,
  type Note,
  type Notification,
  type NotificationModel,
  open,
} from './model';
import { findAndUpdate, pendingBy } from '../queries';

/** A notification whose workflow may not know yet that a receipt has arrived. */
export type PendingWake = Pick<Notification, '_id' | 'startedAt' | 'waitsFor' | 'messages'> & {
  wakePending: Date;
};

const PENDING_WAKE = { wakePending: 1, startedAt: 1, waitsFor: 1, 'messages.step': 1, 'messages.status': 1 };

/** What a notification waits for. No write here overwrites a later send or cancel. */
export function createWaitStore(model: NotificationModel) {
  const wakes = pendingBy<Notification, PendingWake>(model, 'wakePending', PENDING_WAKE);
  return {
    /**
     * Marks a running notification as waiting; with `sends` only while it has that many messages. A late write changes
     * nothing if another message exists or a send is in progress.
     */
    setWaiting: async (id: string, sends?: number) => {
      const after = sends === undefined ? {} : { messages: { $size: sends } };
      await model.updateOne(
        { _id: id, status: 'running', inFlight: null, ...after },
        // The notification has begun, so it leaves the backlog.
        { $set: { status: 'waiting' }, $unset: { startPending: 1, backlogOf: 1 } },
      );
    },
    /** Starts the wait for a receipt of a SEND. Returns the notification as it is after that; null if it was removed. */
    beginReceipt: async (id: string, send: string) =>
      (await findAndUpdate(
        model,
        { _id: id, status: open, inFlight: null },
        { $set: { waitsFor: send, status: 'waiting' } },
      )) ?? model.findById(id).lean<Notification>().exec(),
    /** Returns the notifications that received a receipt before `before` and may still wait for it, oldest first. */
    pendingWakes: wakes.due,
    /** Postpones the sweep's next attempt at a wake-up. */
    postponeWake: wakes.postpone,
    /** Records that the workflow was woken, unless another receipt has arrived since the notification was read. */
    clearPendingWake: async ({ _id, wakePending }: Pick<PendingWake, '_id' | 'wakePending'>) => {
      await model.updateOne({ _id, wakePending }, { $unset: { wakePending: 1 } });
    },
    /** Records what a condition decided, and with `note` the reason why its steps are skipped. */
    decide: async (_id: string, decision: Decision | null, note?: Note) => {
      const $push = {
        ...(decision && { decided: { $each: [decision], $slice: -KEPT_DECISIONS } }),
        ...(note && { notes: { $each: [note], $slice: -KEPT_NOTES } }),
      };
      if (decision || note) await model.updateOne({ _id }, { $push });
    },
    /** Ends the wait for a receipt. */
    endReceipt: (_id: string) => findAndUpdate(model, { _id }, { $unset: { waitsFor: 1, wakePending: 1 } }),
  };
}
