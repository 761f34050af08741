import type { Channel } from '../../core/shared/channels';
import type { Fallback } from '../../core/events/definition';
import type { ReceiptState } from '../../core/receipts/state';
import type { SendOutcome } from './api';

/** The parts of one SEND that falls back. */
export interface Ways {
  first(): Promise<SendOutcome | 'skipped'>;
  /** Over another channel; `skipped` where that does not reach the recipient or was tried already. */
  next(channel: Channel): Promise<SendOutcome | 'skipped'>;
  receipt(withinMs: number): Promise<ReceiptState>;
}

/**
 * Sends over one channel after the other, until a message is handed over and, where a time is given for it, confirmed. The
 * last one is not waited for: nothing would come of it.
 */
export async function sendWithFallback({ channels, withinMs }: Fallback, ways: Ways): Promise<SendOutcome> {
  let outcome = await ways.first();
  let handedOver = outcome === 'sent';
  for (const channel of channels) {
    if (outcome === 'sent') {
      if (withinMs === undefined || (await ways.receipt(withinMs)) === 'delivered') return 'sent';
    }
    const next = await ways.next(channel);
    if (next === 'skipped') {
      // Nobody was asked: what came before still counts, and its receipt was waited for.
      if (outcome === 'sent') outcome = 'failed';
      continue;
    }
    outcome = next;
    handedOver ||= next === 'sent';
  }
  return handedOver ? 'sent' : 'failed';
}
