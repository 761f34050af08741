import pMap from 'p-map';
import { normalizeEmail } from '../../core/contacts/email-address';
import { failureKeysOf } from '../../core/sending/failure-keys';
import { eventIdOf } from '../../core/shared/ids';
import type { Receipt } from '../../core/receipts/receipt';
import { type ReceiptEffect, effectOf } from '../../core/receipts/effect';
import { withoutQuotes } from '../../core/sending/sensitive';
import { isSuppressible } from '../../core/receipts/suppression';
import type { WebhookEventType } from '../../core/webhooks/event';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';
import { suppress } from '../../store/suppressions/suppress';
import { sentEventOf } from '../../store/notifications/missing-sent-event';
import { type WebhookEndpoint, wants } from '../../store/webhooks/endpoints';
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
  await pMap(receipts, (receipt) => applyReceipt(deps, receipt, applicationId), { concurrency: AT_ONCE });
}

async function applyReceipt(deps: Deps, reported: Receipt, applicationId?: string): Promise<void> {
  const { store } = deps;
  const { notificationId, messageId } = reported;
  const notification = await store.notifications.get(notificationId);
  if (!notification || (applicationId ?? notification.applicationId) !== notification.applicationId) return;
  const message = notification.messages.find(({ id }) => id === messageId);
  if (!message) return;
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
  const isUnsent = message.sentAt === null;
  const endpoint = isUnsent || effect.event ? await store.webhooks.ofScope(notification) : null;
  const sentEvent = isUnsent ? sentEventOf(message, receipt.at, endpoint) : null;
  const applied = await store.receipts.apply({
    notificationId,
    messageId,
    effect,
    record: { at: receipt.at, kind: receipt.kind, detail: receipt.detail ?? null },
    providerMessageId: receipt.providerMessageId ?? null,
    sentEvent: sentEvent && { ...sentEvent, byReceipt: true },
    waits: notification.waitsFor !== undefined,
    event: await eventOf(deps, notification, message, { type: effect.event, endpoint }),
    ...(effect.error && { failures: failureKeysOf(effect.error.code, message.attempts.at(-1)) }),
  });
  if (!applied) return followUp(deps, notification, message);
  deps.fault('receipt-applied');
  for (const { id: eventId } of applied.raised)
    deps.dispatcher.tell(notification, { eventId, notificationId });
  wakeWaiting(deps, applied.notification);
}

/** A look before the update that decides, so that what comes twice costs no write. */
const couldMove = (message: Message, { moves, to }: ReceiptEffect): boolean =>
  moves.includes(message.status) && (to !== null || message.complainedAt === undefined);

const addressOf = ({ address }: Receipt, message: Message): string | null =>
  address === undefined ? message.address : (normalizeEmail(address) ?? address);

/** The event that it raises, where an active endpoint wants it. */
async function eventOf(
  { cached }: Deps,
  notification: Notification,
  message: Message,
  { type, endpoint }: { type: WebhookEventType | null; endpoint: WebhookEndpoint | null },
): Promise<MessageEvent | null> {
  if (type === null || !wants(endpoint, type)) return null;
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
