import { sendNameOf } from '../sequences/step-key';
import type { MessageStatus } from '../shared/statuses';

/** What receipts have said of a SEND: `failed` where each of its messages failed. */
export type ReceiptState = 'delivered' | 'failed' | 'pending';

/** The state of a SEND by all of its messages: after a fallback it has several. */
export function receiptStateOf(
  send: string,
  messages: readonly { step: string; status: MessageStatus }[],
): ReceiptState {
  const its = messages.filter(({ step }) => sendNameOf(step) === send);
  if (its.some(({ status }) => status === 'delivered')) return 'delivered';
  return its.every(({ status }) => status === 'failed') ? 'failed' : 'pending';
}
