import type { Message, Notification } from '../store/notification-model';
import type { DeliverInput, DeliverResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { eventFor } from './settle';

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
  const { sentAt } = message;
  const recorded = message.attempts.some((attempt) => attempt.outcome === 'sent');
  if (sentAt === null || recorded) return { outcome, status: notification.status, events };
  const endpoint = await store.webhooks.ofScope(notification);
  // An event belongs to the endpoint that existed when it happened.
  const existed = endpoint !== null && endpoint.createdAt <= sentAt;
  const event = existed ? eventFor(message, 'sent', endpoint, sentAt) : null;
  const proven = { notification, messageId: message.id, event, after, at: new Date() };
  const status = await store.outcomes.recordProven(proven);
  const told =
    event === null || status === null || events.includes(event.id) ? events : [...events, event.id];
  return { outcome, status: status ?? notification.status, events: told };
}
