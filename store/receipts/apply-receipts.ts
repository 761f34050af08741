import pMap from 'p-map';
import { emailKey } from '../../core/contacts/email-address';
import { failureKeysOf } from '../../core/sending/failure-keys';
import { eventIdOf } from '../../core/shared/ids';
import { attemptOf, isSuperseded } from '../../core/receipts/attempt';
import type { Receipt } from '../../core/receipts/receipt';
import { DELIVERED_BY_DEFAULT } from '../../core/receipts/reporting';
import { receiptStateOf } from '../../core/receipts/state';
import { type ReceiptEffect, effectOf } from '../../core/receipts/effect';
import { withoutQuotes } from '../../core/sending/sensitive';
import { type DeliveryEventType, webhookEventRow } from '../../core/webhooks/event';
import type { Message, MessageEvent, Notification } from '../notifications/model';
import { sentEventOf } from '../notifications/missing-sent-event';
import { type WebhookEndpoint, wants } from '../webhooks/endpoints';
import type { ReceiptDeps } from './receipt-deps';
import { countReceipt } from './count-receipt';
import { findMessage } from './find-message';
import { suppressReported } from './suppress-reported';

/** Maximum number of receipts of one callback that are applied at once. */
const AT_ONCE = 10;
/** Maximum number of times that one receipt is decided, because the message changed in between. */
const MOST_ROUNDS = 10;

/** The application whose account reported, and the integration with that account. */
interface Reporter {
  applicationId: string;
  integrationId: string;
}

/** Thrown if a message changed each time that a receipt was decided. It may be applied again at once. */
export class MessageChangedError extends Error {
  override readonly name = 'MessageChangedError';

  constructor() {
    super('the message changed several times while its receipt was applied');
  }
}

/**
 * Applies receipts whose sender was verified. Throws if the database does not answer. To apply all of them again is safe,
 * because an applied receipt changes nothing a second time. Without `from`, mails reported. Receipts of another
 * application's messages are ignored.
 */
export async function applyReceipts(deps: ReceiptDeps, receipts: Receipt[], from?: Reporter): Promise<void> {
  await pMap(receipts, (receipt) => applyReceipt(deps, receipt, from), { concurrency: AT_ONCE });
}

async function applyReceipt(deps: ReceiptDeps, receipt: Receipt, from?: Reporter): Promise<void> {
  // Each further round has seen another change of the message.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = await findMessage(deps.store, receipt);
    if (!found || (from && from.applicationId !== found.notification.applicationId)) return;
    const { notification, message } = found;
    // A report may quote the message.
    const detail = notification.sensitive && receipt.detail ? withoutQuotes(receipt.detail) : receipt.detail;
    const reported = {
      ...receipt,
      ...(detail !== undefined && { detail }),
      ...(from && { integrationId: from.integrationId }),
    };
    if (await applyTo(deps, notification, { message, receipt: reported })) return;
  }
  throw new MessageChangedError();
}

/** Returns false if the message has changed since it was read, in a way that may decide otherwise. */
async function applyTo(
  deps: ReceiptDeps,
  notification: Notification,
  { message, receipt }: { message: Message; receipt: Receipt },
): Promise<boolean> {
  const { store, log } = deps;
  const { inFlight } = notification;
  const effect = effectOf(receipt, message.channel);
  const address = addressOf(receipt, message);
  // The suppression comes first. After a crash in between, the receipt is reported again and the address is not used.
  if (effect.suppress !== null) {
    await suppressReported(deps, effect.suppress, { notification, message, address, receipt });
    deps.fault('receipt-suppressed');
  }
  // The bounce of a copy does not change the message.
  if (address !== message.address || !couldMove(message, effect)) {
    followUp(deps, notification, message);
    return true;
  }
  const isFailure = effect.to === 'failed';
  if (isFailure && isSuperseded(receipt, message, inFlight)) {
    const ids = { notificationId: notification._id, messageId: message.id };
    log.info({ ...ids, kind: receipt.kind }, 'a failure of a superseded attempt changes nothing');
    followUp(deps, notification, message);
    return true;
  }
  const attemptId = attemptOf(receipt, message, inFlight);
  const attempt = message.attempts.find(({ id }) => id === attemptId) ?? message.attempts.at(-1);
  const isUnsent = message.sentAt === null;
  const endpoint = isUnsent || effect.event ? await store.webhooks.ofScope(notification) : null;
  const sentEvent = isUnsent ? sentEventOf(message, receipt.at, endpoint) : null;
  const applied = await store.receipts.apply({
    notificationId: notification._id,
    messageId: message.id,
    effect,
    record: {
      ...{ at: receipt.at, kind: receipt.kind, detail: receipt.detail ?? null },
      ...(attemptId !== undefined && { attemptId }),
    },
    providerMessageId: receipt.providerMessageId ?? null,
    sentEvent: sentEvent && { ...sentEvent, byReceipt: true },
    waits: notification.waitsFor !== undefined,
    event: await eventOf(deps, notification, message, { type: effect.event, endpoint }),
    ...(isFailure && { decidedOn: { message, inFlight } }),
    ...(effect.error && { failures: failureKeysOf(effect.error.code, attempt) }),
  });
  if (!applied) {
    if (isFailure) return false;
    followUp(deps, notification, message);
    return true;
  }
  countReceipt(deps, notification, { message, attempt, receipt, effect });
  deps.fault('receipt-applied');
  for (const { id: eventId } of applied.raised)
    deps.dispatcher.deliverEvent(notification, { eventId, notificationId: notification._id });
  wakeWaiting(deps, applied.notification);
  return true;
}

/** Returns whether the receipt could change the message. The update decides. This check saves a write for repeats. */
const couldMove = (message: Message, { moves, to }: ReceiptEffect): boolean =>
  moves.includes(message.status) && (to !== null || message.complainedAt === undefined);

const addressOf = ({ address }: Receipt, message: Message): string | null =>
  address === undefined || isSame(address, message.address) ? message.address : emailKey(address);

const isSame = (address: string, own: string | null): boolean =>
  own !== null && emailKey(address) === emailKey(own);

/** Returns the event that the receipt raises. Null if no active endpoint wants it. */
async function eventOf(
  { cached }: ReceiptDeps,
  notification: Notification,
  message: Message,
  { type, endpoint }: { type: DeliveryEventType | null; endpoint: WebhookEndpoint | null },
): Promise<MessageEvent | null> {
  if (type === null || !wants(endpoint, type)) return null;
  if (webhookEventRow(type).over === 'delivered_channels') {
    const application = await cached.application(notification.applicationId);
    if (!(application?.deliveredChannels ?? DELIVERED_BY_DEFAULT).includes(message.channel)) return null;
  }
  return { id: eventIdOf(message.id, type), type, at: new Date(), endpointId: endpoint._id, byReceipt: true };
}

/** Wakes the step that waits for receipts of a SEND if they decide. An earlier wake would end its wait too early. */
function wakeWaiting({ dispatcher }: ReceiptDeps, { _id, waitsFor, messages }: Notification): void {
  if (waitsFor !== undefined && receiptStateOf(waitsFor, messages) !== 'pending') dispatcher.wake(_id);
}

/** Begins the consequences of a receipt that was applied before, because an API may have died before it began them. */
function followUp(deps: ReceiptDeps, notification: Notification, { events }: Message): void {
  const { _id: notificationId, untold = [] } = notification;
  for (const { id: eventId, byReceipt } of events) {
    if (byReceipt && untold.includes(eventId))
      deps.dispatcher.deliverEvent(notification, { eventId, notificationId });
  }
  wakeWaiting(deps, notification);
}
