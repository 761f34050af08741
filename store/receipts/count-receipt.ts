import type { ReceiptEffect } from '../../core/receipts/effect';
import type { Receipt } from '../../core/receipts/receipt';
import { counter } from '../../core/statistics/counter';
import type { Attempt, Message, Notification } from '../notifications/model';
import type { ReceiptDeps } from './receipt-deps';

interface Reported {
  message: Message;
  /** The attempt that it is about; undefined if none is recorded. */
  attempt: Attempt | undefined;
  receipt: Receipt;
  effect: ReceiptEffect;
}

/** Counts what a receipt has changed. A message counts as sent where its attempt is recorded, not here. */
export function countReceipt(
  { store: { statistics } }: Pick<ReceiptDeps, 'store'>,
  notification: Notification,
  { message, attempt, receipt: { kind }, effect }: Reported,
): void {
  const { channel } = message;
  const by = {
    channel,
    provider: attempt?.provider ?? message.provider,
    providerId: attempt?.providerId,
  };
  if (effect.to === 'delivered') statistics.countEvent(notification, 'delivered', notification.event);
  if (effect.error) statistics.countEvent(notification, 'failed', notification.event);
  if (effect.to === 'delivered') statistics.count(notification, counter.message('delivered', by));
  if (effect.to === null) statistics.count(notification, counter.message('complained', by));
  if (effect.error) statistics.count(notification, counter.failed(by, effect.error.code));
  if (kind === 'hard_bounce' || kind === 'soft_bounce')
    statistics.count(notification, counter.message('bounced', by));
}
