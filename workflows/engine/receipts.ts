import { condition, defineSignal, patched, setHandler } from '@temporalio/workflow';
import type { ReceiptState } from '../../core/receipts/state';
import { awaitReceipt } from '../activities';
import { RECEIPT } from '../contract';
import { showWait } from './details';
import type { Plan } from './plan';
import type { Progress } from './progress';

const receiptSignal = defineSignal(RECEIPT);

/** Returns the wait of one run for the receipt of a SEND, `withinMs` milliseconds at most. */
export function createReceiptWait(notificationId: string, plan: Plan, progress: Progress) {
  let received = 0;
  setHandler(receiptSignal, () => {
    received += 1;
  });
  return async (name: string, send: string, withinMs: number): Promise<ReceiptState> => {
    const ask = (begin: boolean) =>
      awaitReceipt.executeWithOptions({ summary: `${name}: ${send}` }, [
        { notificationId, send, begin, ...(name !== send && { step: name }) },
      ]);
    let until: number | null = null;
    for (;;) {
      const seen = received;
      const known = await ask(true);
      const isOver = known !== 'pending' || (progress.skipsWaits() && patched('receipts-behind'));
      if (!isOver) {
        until ??= Date.now() + Math.max(1, withinMs);
        showWait(until, `a receipt of ${send}, ${name}`);
        await condition(() => received > seen, Math.max(1, until - Date.now()));
      }
      const state = await ask(false);
      const endedAt: number | null = until === null ? null : Math.min(Date.now(), until);
      // A wake-up may come twice, or late, and be meant for an earlier wait.
      if (!isOver && state === 'pending' && endedAt !== until && patched('receipt-again')) continue;
      if (endedAt !== null) plan.stepEnded(endedAt);
      return state;
    }
  };
}
