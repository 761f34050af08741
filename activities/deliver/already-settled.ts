import type { Message, Notification } from '../../store/notifications/model';
import { isConfirmedByReceipt, sentEventOf } from '../../store/notifications/missing-sent-event';
import type { DeliverInput, DeliverResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/**
 * Answers for a message that has its outcome already: the answer to the attempt that recorded it was lost, or a receipt
 * proved it sent although no attempt of ours knows. Then the notification's next status is written here, and the event
 * `delivery.sent` where an API of an older release took the receipt and did not store it.
 */
export async function alreadySettled(
  { store }: ActivityDeps,
  { after }: DeliverInput,
  { notification, message }: { notification: Notification; message: Message },
): Promise<DeliverResult> {
  const outcome = message.status === 'failed' ? 'failed' : 'sent';
  const events = message.events.flatMap(({ id, byReceipt }) => (byReceipt ? [] : id));
  if (!isConfirmedByReceipt(message)) return { outcome, status: notification.status, events };
  const endpoint = await store.webhooks.ofScope(notification);
  const event = message.sentAt && sentEventOf(message, message.sentAt, endpoint);
  const proven = { notification, messageId: message.id, event, after, at: new Date() };
  const status = await store.outcomes.recordConfirmed(proven);
  if (status !== null) return { outcome, status, events: event ? [...events, event.id] : events };
  const now = (await store.notifications.get(notification._id)) ?? notification;
  return { outcome, status: now.status, events };
}
