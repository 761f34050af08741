import { receiptStateOf } from '../../core/receipts/state';
import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';

/**
 * Returns the state of a SEND by its receipts, and begins or ends the wait for them. The beginning is stored by the update that
 * reads the message: a receipt is either in the message, or it finds the wait and wakes the workflow.
 */
export function createAwaitReceipt(deps: ActivityDeps): Activities['awaitReceipt'] {
  const { store } = deps;
  return async ({ notificationId, send, begin, step }) => {
    const found = begin
      ? await store.waits.beginReceipt(notificationId, send)
      : await store.waits.endReceipt(notificationId);
    if (!found) await refuseMissing(deps, notificationId);
    const state = receiptStateOf(send, found?.messages ?? []);
    if (!begin && step !== undefined)
      await store.waits.decide(notificationId, { step, holds: state === 'delivered', at: new Date() });
    return state;
  };
}
