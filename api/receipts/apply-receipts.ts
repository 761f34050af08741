import { normalizeEmail } from '../../core/email-address';
import { failureKeysOf } from '../../core/failure-keys';
import { eventIdOf } from '../../core/ids';
import type { Receipt } from '../../core/receipt';
import type { ReceiptEffect } from '../../core/receipt-effect';
import { effectOf } from '../../core/receipt-effect';
import { isOpen } from '../../core/statuses';
import { withoutQuotes } from '../../core/sensitive';
import { isSuppressible } from '../../core/suppression';
import type { Message, MessageEvent, Notification } from '../../store/notification-model';
import { suppress } from '../../store/suppress';
import { raiseUnsaid } from '../../store/unsaid';
import { wants } from '../../store/webhooks';
import type { ApiDeps } from '../deps';
import { followUp, wakeWaiting } from './follow-up';

type Deps = Pick<ApiDeps, 'store' | 'vault' | 'cached' | 'dispatcher' | 'log' | 'fault'>;

/** Receipts of one callback that are applied at once. */
const AT_ONCE = 10;

/**
 * Applies receipts whose sender was verified. It throws where the database is away, and applying all of them once more is
 * safe: what was applied changes nothing a second time. `applicationId` is whose account reported; what it says of
 * another application's messages is not heard.
 */
export async function applyReceipts(deps: Deps, receipts: Receipt[], applicationId?: string): Promise<void> {
  const todo = receipts.values();
  const take = async (): Promise<void> => {
    for (const receipt of todo) await applyReceipt(deps, receipt, applicationId);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function applyReceipt(deps: Deps, receipt: Receipt, applicationId?: string): Promise<void> {
  const notification = await moveMessage(deps, receipt, applicationId);
  // Where a cancel came before the attempt that would have said that it was sent.
  if (!notification || isOpen(notification.status)) return;
  const { notificationId } = receipt;
  for (const eventId of await raiseUnsaid(deps.store, notification))
    deps.dispatcher.tell(notification, { eventId, notificationId });
}

/** Gives the notification as it is then; null where the receipt is of none that is known. */
async function moveMessage(
  deps: Deps,
  reported: Receipt,
  applicationId?: string,
): Promise<Notification | null> {
  const { store } = deps;
  const { notificationId, messageId } = reported;
  const notification = await store.notifications.get(notificationId);
  if (!notification || (applicationId ?? notification.applicationId) !== notification.applicationId)
    return null;
  const message = notification.messages.find(({ id }) => id === messageId);
  if (!message) return null;
  // A report may quote the message.
  const receipt =
    notification.sensitive && reported.detail
      ? { ...reported, detail: withoutQuotes(reported.detail) }
      : reported;
  const effect = effectOf(receipt, message.channel);
  const address = addressOf(receipt, message);
  // First, so that a crash between the two leaves the receipt to be reported again, and not the address in use.
  if (effect.suppress !== null) {
    await suppressAddress(deps, { notification, message, address, receipt, effect });
    deps.fault('receipt-suppressed');
  }
  // A copy's bounce says nothing of the message.
  if (address !== message.address || !couldMove(message, effect))
    return followUp(deps, notification, message);
  const event = await eventOf(deps, notification, message, effect);
  const applied = await store.receipts.apply({
    notificationId,
    messageId,
    effect,
    record: { at: receipt.at, kind: receipt.kind, detail: receipt.detail ?? null },
    providerMessageId: receipt.providerMessageId ?? null,
    event,
    ...(effect.error && { failures: failureKeysOf(effect.error.code, message.attempts.at(-1)) }),
  });
  if (!applied) return followUp(deps, notification, message);
  deps.fault('receipt-applied');
  if (event) deps.dispatcher.tell(notification, { eventId: event.id, notificationId });
  wakeWaiting(deps, applied);
  return applied;
}

/** A look before the update that decides, so that what comes twice costs no write. */
const couldMove = (message: Message, { moves, to }: ReceiptEffect): boolean =>
  moves.includes(message.status) && (to !== null || message.complainedAt === undefined);

const addressOf = ({ address }: Receipt, message: Message): string | null =>
  address === undefined ? message.address : (normalizeEmail(address) ?? address);

/** The event that it raises, where an active endpoint wants it. */
async function eventOf(
  { store, cached }: Deps,
  notification: Notification,
  message: Message,
  { event: type }: ReceiptEffect,
): Promise<MessageEvent | null> {
  if (type === null) return null;
  const endpoint = await store.webhooks.ofScope(notification);
  if (!wants(endpoint, type)) return null;
  if (type === 'delivery.delivered') {
    const application = await cached.application(notification.applicationId);
    if (!(application?.deliveredChannels ?? ['email']).includes(message.channel)) return null;
  }
  return { id: eventIdOf(message.id, type), type, at: new Date(), endpointId: endpoint._id, byReceipt: true };
}

async function suppressAddress(
  { store, vault, cached, log }: Deps,
  of: {
    notification: Notification;
    message: Message;
    address: string | null;
    receipt: Receipt;
    effect: ReceiptEffect;
  },
): Promise<void> {
  const { notification, message, address, receipt, effect } = of;
  const { channel } = message;
  if (effect.suppress === null || address === null || !isSuppressible(channel)) return;
  const why = {
    reason: effect.suppress,
    detail: receipt.detail ?? null,
    notificationId: notification._id,
    contactId: address === message.address ? notification.contactId : null,
    at: receipt.at,
  };
  const done = await suppress({ store, vault }, { scope: notification, channel, address }, why);
  if (!done?.isNew) return;
  cached.clear();
  log.info({ notificationId: notification._id, channel, reason: why.reason }, 'an address is suppressed');
}
