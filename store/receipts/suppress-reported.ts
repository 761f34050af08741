import type { Receipt } from '../../core/receipts/receipt';
import { type SuppressionReason, isSuppressible } from '../../core/receipts/suppression';
import type { Message, Notification } from '../notifications/model';
import { optOut } from '../suppressions/opt-out';
import { suppress } from '../suppressions/suppress';
import type { ReceiptDeps } from './receipt-deps';

/** Suppresses the address of a receipt, also if its attempt is superseded: it is a fact of the address. */
export async function suppressReported(
  { store, vault, cached, log }: Pick<ReceiptDeps, 'store' | 'vault' | 'cached' | 'log'>,
  reason: SuppressionReason,
  reported: { notification: Notification; message: Message; address: string | null; receipt: Receipt },
): Promise<void> {
  const { notification, message, address, receipt } = reported;
  const { channel } = message;
  if (address === null || !isSuppressible(channel)) return;
  const why = {
    detail: receipt.detail ?? null,
    notificationId: notification._id,
    contactId: address === message.address ? notification.contactId : null,
    at: receipt.at,
  };
  const of = { scope: notification, channel, address };
  const stores = { store, vault };
  const done =
    reason === 'opt_out' ? await optOut(stores, of, why) : await suppress(stores, of, { ...why, reason });
  if (!done?.isNew) return;
  cached.clear();
  log.info({ notificationId: notification._id, channel, reason }, 'an address is suppressed');
}
