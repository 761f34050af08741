import type { Channel } from '../shared/channels';
import type { DeliveryError } from '../sending/delivery-error';
import type { Receipt } from './receipt';
import type { MessageStatus } from '../shared/statuses';
import type { SuppressionReason } from './suppression';
import { type DeliveryEventType, raisedBy } from '../webhooks/event';

/** The effect of a receipt on a message in one of the statuses `moves`. */
export interface ReceiptEffect {
  moves: readonly MessageStatus[];
  /** Null: it changes no status (a complaint). */
  to: 'sent' | 'delivered' | 'failed' | null;
  /** The event that it raises, once per message, after the `delivery.sent` that every message has first. */
  event: DeliveryEventType | null;
  error: DeliveryError | null;
  /** Why the address is suppressed; null: it is not. */
  suppress: SuppressionReason | null;
}

/** Maximum number of characters of a provider's detail in an error. */
const KEPT_DETAIL = 500;

/**
 * Returns the effect of a receipt (RECEIPT-1): `queued` → `sent` → `delivered`, and each of them → `failed`; nothing
 * else, so a late, repeated or reordered receipt changes nothing.
 */
export function effectOf(receipt: Receipt, channel: Channel): ReceiptEffect {
  const { kind, optedOut } = receipt;
  const suppress = optedOut ? 'opt_out' : null;
  const event = raisedBy(kind, channel);
  const failed = (error: DeliveryError, reason: SuppressionReason | null): ReceiptEffect => ({
    moves: ['queued', 'sent', 'delivered'],
    to: 'failed',
    event,
    error,
    suppress: reason,
  });
  switch (kind) {
    case 'sent':
      return { moves: ['queued'], to: 'sent', event, error: null, suppress };
    case 'delivered':
      return { moves: ['queued', 'sent'], to: 'delivered', event, error: null, suppress };
    case 'complained':
      return {
        moves: ['queued', 'sent', 'delivered', 'failed'],
        to: null,
        event,
        error: null,
        suppress: 'complaint',
      };
    case 'hard_bounce':
      return failed(errorOf('HARD_BOUNCE', receipt), 'hard_bounce');
    case 'soft_bounce':
      return failed(errorOf('SOFT_BOUNCE', receipt), suppress);
    case 'failed':
      return failed(errorOf(receipt.code ?? 'PROVIDER_ERROR', receipt), suppress);
  }
}

const MESSAGES: Partial<Record<DeliveryError['code'], string>> = {
  HARD_BOUNCE: 'The address does not accept mail.',
  SOFT_BOUNCE: 'The message bounced.',
};

const errorOf = (code: DeliveryError['code'], { detail }: Receipt): DeliveryError => ({
  code,
  message: detail?.slice(0, KEPT_DETAIL) ?? MESSAGES[code] ?? 'The provider reports that the message failed.',
});
