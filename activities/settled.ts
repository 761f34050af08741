import type { Message, Notification } from '../store/notification-model';
import { isProven, provenEvent, raiseUnsaid } from '../store/unsaid';
import type { DeliverInput, DeliverResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';

/**
 * Answers for a message that has its outcome already: the answer to the attempt that recorded it was lost, or a receipt
 * proved it sent although no attempt of ours knows. Then what an outcome does beside is done here: the event
 * `delivery.sent`, and the notification's next status.
 */
export async function settled(
  { store }: ActivityDeps,
  { after }: DeliverInput,
  { notification, message }: { notification: Notification; message: Message },
): Promise<DeliverResult> {
  const outcome = message.status === 'failed' ? 'failed' : 'sent';
  const events = message.events.flatMap(({ id, byReceipt }) => (byReceipt ? [] : id));
  if (!isProven(message)) return { outcome, status: notification.status, events };
  const event = provenEvent(message, await store.webhooks.ofScope(notification));
  const proven = { notification, messageId: message.id, event, after, at: new Date() };
  const status = await store.outcomes.recordProven(proven);
  if (status === null) {
    // It has moved on; where it was stopped nobody else tells this.
    const now = (await store.notifications.get(notification._id)) ?? notification;
    return { outcome, status: now.status, events: [...events, ...(await raiseUnsaid(store, now))] };
  }
  const told = event === null || events.includes(event.id) ? events : [...events, event.id];
  return { outcome, status, events: told };
}
