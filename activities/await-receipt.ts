import { sendNameOf } from '../core/step-key';
import type { AwaitReceiptInput, ReceiptState } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';

/**
 * What receipts have said of a SEND. To begin with, the wait is noted and the message read in one update, so that a
 * receipt is either seen here or finds the note, and wakes the workflow.
 */
export function createAwaitReceipt({ store }: ActivityDeps) {
  return async ({ notificationId, send, begin }: AwaitReceiptInput): Promise<ReceiptState> => {
    const found = begin
      ? await store.waits.beginReceipt(notificationId, send)
      : await store.waits.endReceipt(notificationId);
    const messages = (found?.messages ?? []).filter(({ step }) => sendNameOf(step) === send);
    if (messages.some(({ status }) => status === 'delivered')) return 'delivered';
    return messages.every(({ status }) => status === 'failed') ? 'failed' : 'pending';
  };
}
