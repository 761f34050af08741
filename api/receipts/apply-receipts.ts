import pMap from 'p-map';
import { normalizeEmail } from '../../core/contacts/email-address';
import { failureKeysOf } from '../../core/sending/failure-keys';
import { eventIdOf } from '../../core/shared/ids';
import type { Receipt } from '../../core/receipts/receipt';
import { receiptStateOf } from '../../core/receipts/state';
import { type ReceiptEffect, effectOf } from '../../core/receipts/effect';
import { withoutQuotes } from '../../core/sending/sensitive';
import { type SuppressionReason, isSuppressible } from '../../core/receipts/suppression';
import type { WebhookEventType } from '../../core/webhooks/event';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';
import { suppress } from '../../store/suppressions/suppress';
import { sentEventOf } from '../../store/notifications/missing-sent-event';
import { type WebhookEndpoint, wants } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';
import { countReceipt } from './count-receipt';

type Deps = Pick<ApiDeps, 'store' | 'vault' | 'cached' | 'dispatcher' | 'log' | 'fault'>;

/** Maximum number of receipts of one callback that are applied at once. */
const AT_ONCE = 10;

/**
 * Applies receipts whose sender was verified. Throws if the database does not answer. To apply all of them again is safe,
 * because an applied receipt changes nothing a second time. `applicationId` is the application whose account reported.
 * Receipts of another application's messages are ignored.
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
  // The suppression comes first. After a crash in between, the receipt is reported again and the address is not used.
  if (effect.suppress !== null) {
    await suppressAddress(deps, effect.suppress, { notification, message, address, receipt });
    deps.fault('receipt-suppressed');
  }
  // The bounce of a copy does not change the message.
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
  countReceipt(deps, notification, { message, receipt, effect });
  deps.fault('receipt-applied');
  for (const { id: eventId } of applied.raised)
    deps.dispatcher.deliverEvent(notification, { eventId, notificationId });
  wakeWaiting(deps, applied.notification);
}

/** Returns whether the receipt could change the message. The update decides. This check saves a write for repeats. */
const couldMove = (message: Message, { moves, to }: ReceiptEffect): boolean =>
  moves.includes(message.status) && (to !== null || message.complainedAt === undefined);

const addressOf = ({ address }: Receipt, message: Message): string | null =>
  address === undefined ? message.address : (normalizeEmail(address) ?? address);

/** Returns the event that the receipt raises. Null if no active endpoint wants it. */
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
  reason: SuppressionReason,
  of: { notification: Notification; message: Message; address: string | null; receipt: Receipt },
): Promise<void> {
  const { notification, message, address, receipt } = of;
  const { channel } = message;
  if (address === null || !isSuppressible(channel)) return;
  const why = {
    reason,
    detail: receipt.detail ?? null,
    notificationId: notification._id,
    contactId: address === message.address ? notification.contactId : null,
    at: receipt.at,
  };
  const done = await suppress({ store, vault }, { scope: notification, channel, address }, why);
  if (!done?.isNew) return;
  cached.clear();
  log.info({ notificationId: notification._id, channel, reason }, 'an address is suppressed');
}

/** Wakes the step that waits for receipts of a SEND if they decide. An earlier wake would end its wait too early. */
function wakeWaiting({ dispatcher }: Deps, { _id, waitsFor, messages }: Notification): void {
  if (waitsFor !== undefined && receiptStateOf(waitsFor, messages) !== 'pending') dispatcher.wake(_id);
}

/** Begins the consequences of a receipt that was applied before, because an API may have died before it began them. */
function followUp(deps: Deps, notification: Notification, { events }: Message): void {
  const { _id: notificationId, untold = [] } = notification;
  for (const { id: eventId, byReceipt } of events) {
    if (byReceipt && untold.includes(eventId))
      deps.dispatcher.deliverEvent(notification, { eventId, notificationId });
  }
  wakeWaiting(deps, notification);
}
