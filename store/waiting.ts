import type { NotificationModel } from './notification-model';

/** The status of a sequence in code while it waits. */
export interface WaitingStore {
  /**
   * Makes a running notification `waiting` behind its first `sends` messages. A write that comes late, when there is
   * another message or a send at work, changes nothing, so that the status never goes backwards.
   */
  note(id: string, sends: number): Promise<void>;
}

export function createWaitingStore(model: NotificationModel): WaitingStore {
  return {
    note: async (id, sends) => {
      await model.updateOne(
        { _id: id, status: 'running', inFlight: null, messages: { $size: sends } },
        // What waits has begun, and waits for no worker.
        { $set: { status: 'waiting' }, $unset: { startPending: 1, backlogOf: 1 } },
      );
    },
  };
}
