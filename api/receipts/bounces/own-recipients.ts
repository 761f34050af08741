import { copiesIn } from '../../../core/sending/copies';
import { overridesOf } from '../../../core/sending/overrides';
import type { Receipt } from '../../../core/receipts/receipt';
import type { Vault } from '../../../core/shared/vault';
import { openContent } from '../../../store/notifications/content';
import type { Message, Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';

type Stores = { notifications: Pick<Store['notifications'], 'get'>; batches: Pick<Store['batches'], 'get'> };

/**
 * Receipts that came by mail, without what they may not say. Whoever got a message knows its return address, so a
 * report proves nothing about people whom the message was not for: it must never suppress them.
 */
export async function ofOwnRecipients(stores: Stores, receipts: Receipt[], vault: Vault): Promise<Receipt[]> {
  const [first] = receipts;
  if (first === undefined || receipts.every(({ address }) => address === undefined)) return receipts;
  // One mail is about one message.
  const notification = await stores.notifications.get(first.notificationId);
  const message = notification?.messages.find(({ id }) => id === first.messageId);
  if (!notification || !message) return [];
  const copies = await copiesOf(stores, notification, { message, vault });
  const own = [message.address, ...(copies ?? [])];
  return receipts.flatMap((receipt) => {
    if (receipt.address === undefined || own.includes(receipt.address)) return [receipt];
    return copies?.length === 0 ? forwarded(receipt) : [];
  });
}

/**
 * About somebody else, and the message had one recipient only: that one has forwarded it. That the other address is
 * dead does not make the recipient's so; a complaint is the recipient's own; an arrival elsewhere is none.
 */
function forwarded({ address: _elsewhere, ...receipt }: Receipt): Receipt[] {
  switch (receipt.kind) {
    case 'hard_bounce':
      return [{ ...receipt, kind: 'soft_bounce' }];
    case 'sent':
    case 'delivered':
      return [];
    case 'soft_bounce':
    case 'failed':
    case 'complained':
      return [receipt];
  }
}

/** Who got copies; null where nobody knows any more. */
async function copiesOf(
  { batches }: Stores,
  notification: Notification,
  { message: { address: own, attempts }, vault }: { message: Message; vault: Vault },
): Promise<string[] | null> {
  if (notification.contentRemoved) return null;
  const batch = notification.batchId === null ? null : await batches.get(notification.batchId);
  const overrides = overridesOf(openContent(vault, { ...(batch ?? notification), payload: null }));
  const leftOut = attempts.at(-1)?.leftOut?.map(({ address }) => address) ?? [];
  const copies = copiesIn(overrides, own).map(({ address }) => address);
  return copies.filter((address) => !leftOut.includes(address));
}
