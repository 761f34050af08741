import type { ReceiptEffect } from '../../core/receipts/effect';
import type { Receipt } from '../../core/receipts/receipt';
import { counter } from '../../core/statistics/counter';
import type { Message, Notification } from '../../store/notifications/model';
import type { ApiDeps } from '../deps';

interface Reported {
  message: Message;
  receipt: Receipt;
  effect: ReceiptEffect;
}

/** Counts what a receipt has changed. A message counts as sent where its attempt is recorded, not here. */
export function countReceipt(
  { store: { statistics } }: Pick<ApiDeps, 'store'>,
  notification: Notification,
  { message, receipt: { kind }, effect }: Reported,
): void {
  const { channel, provider, attempts } = message;
  const by = { channel, provider, providerId: attempts.at(-1)?.providerId };
  if (effect.to === 'delivered') statistics.count(notification, counter.message('delivered', by));
  if (effect.to === null) statistics.count(notification, counter.message('complained', by));
  if (effect.error) statistics.count(notification, counter.failed(by, effect.error.code));
  if (kind === 'hard_bounce' || kind === 'soft_bounce')
    statistics.count(notification, counter.message('bounced', by));
}
