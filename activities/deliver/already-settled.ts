import type { Message, Notification } from '../../store/notifications/model';
import { isConfirmedByReceipt, sentEventOf } from '../../store/notifications/missing-sent-event';
import type { DeliverInput, DeliverResult } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { countSent } from './count-outcome';
import { failedText } from './failure-text';

/**
 * Returns the result for a message that has its outcome already: the result of the attempt that recorded it was lost, or a
 * receipt proved it sent before an attempt could record that. After such a receipt, it writes the notification's next
 * status, and the event `delivery.sent` if an API of an older release took the receipt and did not store it.
 */
export async function alreadySettled(
  deps: ActivityDeps,
  { after }: DeliverInput,
  { notification, message }: { notification: Notification; message: Message },
): Promise<DeliverResult> {
  const outcome = message.status === 'failed' ? 'failed' : 'sent';
  const events = message.events.flatMap(({ id, byReceipt }) => (byReceipt ? [] : id));
  if (!isConfirmedByReceipt(message)) {
    const { error } = message;
    const failure = error && (await failedText({ deps, notification, message }, error.code));
    return { outcome, status: notification.status, events, ...(failure !== null && { failure }) };
  }
  const { store } = deps;
  const endpoint = await store.webhooks.ofScope(notification);
  const event = message.sentAt && sentEventOf(message, message.sentAt, endpoint);
  const proven = { notification, messageId: message.id, event, after, at: deps.store.now() };
  const status = await store.outcomes.recordConfirmed(proven);
  if (status !== null) {
    countSent(store, {
      notification,
      message,
      by: { ...message, providerId: message.attempts.at(-1)?.providerId },
    });
    return { outcome, status, events: event ? [...events, event.id] : events };
  }
  const now = (await store.notifications.get(notification._id)) ?? notification;
  return { outcome, status: now.status, events };
}
