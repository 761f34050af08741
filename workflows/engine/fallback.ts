import type { Channel } from '../../core/shared/channels';
import type { Fallback } from '../../core/sequences/steps';
import type { ReceiptState } from '../../core/receipts/state';

/** The steps of a SEND with a fallback. */
export interface Ways {
  first(): Promise<'sent' | 'failed' | 'skipped'>;
  /** Sends over another channel; `skipped` if that does not reach the recipient or was tried already. */
  next(channel: Channel): Promise<'sent' | 'failed' | 'skipped'>;
  receipt(withinMs: number): Promise<ReceiptState>;
}

/**
 * Sends over one channel after the other, until a provider has taken a message and, if a time is given, a receipt confirms it.
 * The receipt of the last channel is not waited for, because no other channel is left.
 */
export async function sendWithFallback(
  { channels, withinMs }: Fallback,
  ways: Ways,
): Promise<'sent' | 'failed'> {
  let outcome = await ways.first();
  let handedOver = outcome === 'sent';
  for (const channel of channels) {
    if (outcome === 'sent') {
      if (withinMs === undefined || (await ways.receipt(withinMs)) === 'delivered') return 'sent';
    }
    const next = await ways.next(channel);
    if (next === 'skipped') {
      // Nothing was sent. The message before counts, but its receipt must not be waited for again.
      if (outcome === 'sent') outcome = 'failed';
      continue;
    }
    outcome = next;
    handedOver ||= next === 'sent';
  }
  return handedOver ? 'sent' : 'failed';
}
