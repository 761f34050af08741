import { OPEN_STATUSES } from '../core/statuses';
import type { Notification, NotificationModel } from './notification-model';

/** What a notification waits for; a write of it never goes back over what a send or a cancel wrote since. */
export interface WaitStore {
  /**
   * Says that a running notification waits, behind its first `sends` messages where that is given. A write that comes late,
   * when there is another message or a send at work, changes nothing.
   */
  setWaiting(id: string, sends?: number): Promise<void>;
  /** Begins to wait for a receipt of a SEND, and gives the notification as it is then; null when it is gone. */
  beginReceipt(id: string, send: string): Promise<Notification | null>;
  /** Says that the workflow could not be told of the receipt that it waits for. */
  noteUnwoken(id: string, at: Date): Promise<void>;
  /** Those of before `before`, oldest first. */
  unwoken(before: Date, limit: number): Promise<Unwoken[]>;
  /** Says that it was told; nothing if that was missed again since it was read. */
  noteWoken(of: Unwoken): Promise<void>;
  /** Ends that. */
  endReceipt(id: string): Promise<Notification | null>;
}

/** A notification whose workflow does not know yet that its receipt has come. */
export type Unwoken = Pick<Notification, '_id' | 'startedAt'> & { wakePending: Date };

const open = { $in: [...OPEN_STATUSES] };

export function createWaitStore(model: NotificationModel): WaitStore {
  const update = (
    id: string,
    filter: Record<string, unknown>,
    change: Record<string, unknown>,
  ): Promise<Notification | null> =>
    model
      .findOneAndUpdate({ _id: id, ...filter }, change, { returnDocument: 'after' })
      .lean<Notification>()
      .exec();
  return {
    setWaiting: async (id, sends) => {
      const behind = sends === undefined ? {} : { messages: { $size: sends } };
      await model.updateOne(
        { _id: id, status: 'running', inFlight: null, ...behind },
        // What waits has begun, and waits for no worker.
        { $set: { status: 'waiting' }, $unset: { startPending: 1, backlogOf: 1 } },
      );
    },
    beginReceipt: async (id, send) =>
      (await update(id, { status: open, inFlight: null }, { $set: { waitsFor: send, status: 'waiting' } })) ??
      model.findById(id).lean<Notification>().exec(),
    noteUnwoken: async (_id, wakePending) => {
      await model.updateOne({ _id, waitsFor: { $ne: null } }, { $set: { wakePending } });
    },
    unwoken: (before, limit) =>
      model
        .find({ wakePending: { $lt: before } }, { wakePending: 1, startedAt: 1 })
        .sort({ wakePending: 1 })
        .limit(limit)
        .lean<Unwoken[]>()
        .exec(),
    noteWoken: async ({ _id, wakePending }) => {
      await model.updateOne({ _id, wakePending }, { $unset: { wakePending: 1 } });
    },
    endReceipt: (id) => update(id, {}, { $unset: { waitsFor: 1 } }),
  };
}
