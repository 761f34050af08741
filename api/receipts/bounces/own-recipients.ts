import { emailKey } from '../../../core/contacts/email-address';
import { copiesIn } from '../../../core/sending/copies';
import { overridesOf } from '../../../core/sending/overrides';
import type { Receipt } from '../../../core/receipts/receipt';
import type { Vault } from '../../../core/shared/vault';
import { openContent } from '../../../store/notifications/content';
import type { Message, Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';
import { findMessage } from '../../../store/receipts/find-message';

type Stores = Parameters<typeof findMessage>[0] & { batches: Pick<Store['batches'], 'get'> };

/**
 * Returns the receipts of a mail, without what they must not change. Everyone who got a message knows its return address.
 * So a report proves nothing about other people and must never suppress them.
 */
export async function ofOwnRecipients(stores: Stores, receipts: Receipt[], vault: Vault): Promise<Receipt[]> {
  const [first] = receipts;
  if (first === undefined || receipts.every(isAboutMessage)) return receipts;
  // One mail is about one message.
  const found = await findMessage(stores, first);
  if (!found) return [];
  const { notification, message } = found;
  const copies = await copiesOf(stores, notification, { message, vault });
  const hasCopies = copies?.length !== 0;
  const own = [message.address ?? '', ...(copies ?? [])].map(emailKey);
  // The bounce of a message with copies that names nobody may be a copy's.
  const known = receipts.filter(
    (receipt) => isAboutMessage(receipt) || receipt.address !== undefined || !hasCopies,
  );
  const about = known.filter(({ address }) => address === undefined || own.includes(emailKey(address)));
  if (about.length > 0) return about;
  return hasCopies ? [] : known.flatMap(forwarded);
}

/** Whether a receipt without an address is about the message itself: a complaint, which comes from its recipient. */
const isAboutMessage = ({ kind, address }: Receipt): boolean =>
  address === undefined && kind === 'complained';

/**
 * Returns what a report about another address says about the only recipient, who forwarded the message. A hard bounce of
 * the other address is no hard bounce of the recipient's. A complaint is the recipient's own. An arrival there says nothing.
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

/** Returns who got copies. Null if that is no longer stored. */
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
