import { OPEN_STATUSES } from '../../core/shared/statuses';
import type { Notification, NotificationModel } from './model';

/** What a notification waits for; a write of it never goes back over what a send or a cancel wrote since. */
export interface WaitStore {
  /**
   * Says that a running notification waits, behind its first `sends` messages where that is given. A write that comes late,
   * when there is another message or a send at work, changes nothing.
   */
  setWaiting(id: string, sends?: number): Promise<void>;
  /** Begins to wait for a receipt of a SEND, and gives the notification as it is then; null when it is gone. */
  beginReceipt(id: string, send: string): Promise<Notification | null>;
  /** Those that a receipt moved before `before` and that may still wait for it, oldest first. */
  unwoken(before: Date, limit: number): Promise<Unwoken[]>;
  /** Says that it was told; changes nothing if another receipt has come since it was read. */
  noteWoken(of: Pick<Unwoken, '_id' | 'wakePending'>): Promise<void>;
  /** Ends that. */
  endReceipt(id: string): Promise<Notification | null>;
}

/** A notification whose workflow may not know yet that a receipt has come. */
export type Unwoken = Pick<Notification, '_id' | 'startedAt' | 'waitsFor' | 'messages'> & {
  wakePending: Date;
};

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
    unwoken: (before, limit) =>
      model
        .find(
          { wakePending: { $lt: before } },
          { wakePending: 1, startedAt: 1, waitsFor: 1, 'messages.step': 1, 'messages.status': 1 },
        )
        .sort({ wakePending: 1 })
        .limit(limit)
        .lean<Unwoken[]>()
        .exec(),
    noteWoken: async ({ _id, wakePending }) => {
      await model.updateOne({ _id, wakePending }, { $unset: { wakePending: 1 } });
    },
    endReceipt: (id) => update(id, {}, { $unset: { waitsFor: 1, wakePending: 1 } }),
  };
}
