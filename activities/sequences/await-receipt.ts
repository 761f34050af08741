import { type ReceiptState, receiptStateOf } from '../../core/receipts/state';
import type { AwaitReceiptInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';

/**
 * What receipts have said of a SEND. To begin with, the wait is noted and the message read in one update, so that a
 * receipt is either seen here or finds the note, and wakes the workflow.
 */
export function createAwaitReceipt(deps: ActivityDeps) {
  const { store } = deps;
  return async ({ notificationId, send, begin }: AwaitReceiptInput): Promise<ReceiptState> => {
    const found = begin
      ? await store.waits.beginReceipt(notificationId, send)
      : await store.waits.endReceipt(notificationId);
    if (!found) await refuseMissing(deps, notificationId);
    return receiptStateOf(send, found?.messages ?? []);
  };
}
