import { sendNameOf } from '../sequences/step-key';
import type { MessageStatus } from '../shared/statuses';

/** The delivery state of a SEND by its receipts. `failed`: each of its messages failed. */
export type ReceiptState = 'delivered' | 'failed' | 'pending';

/** Returns the state of a SEND from all of its messages. After a fallback it has several. */
export function receiptStateOf(
  send: string,
  messages: readonly { step: string; status: MessageStatus }[],
): ReceiptState {
  const its = messages.filter(({ step }) => sendNameOf(step) === send);
  if (its.some(({ status }) => status === 'delivered')) return 'delivered';
  return its.every(({ status }) => status === 'failed') ? 'failed' : 'pending';
}
