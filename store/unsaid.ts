import { eventIdOf } from '../core/ids';
import { isOpen } from '../core/statuses';
import type { Message, MessageEvent, Notification } from './notification-model';
import type { Store } from './store';
import type { WebhookEndpoint } from './webhooks';
import { wants } from './webhooks';

/** The event of a message that a receipt proved sent, where no attempt of ours could raise it; null where there is none. */
export function provenEvent(message: Message, endpoint: WebhookEndpoint | null): MessageEvent | null {
  const { sentAt } = message;
  if (!isProven(message) || sentAt === null) return null;
  // An event belongs to the endpoint that existed when it happened.
  if (!wants(endpoint, 'delivery.sent') || endpoint.createdAt > sentAt) return null;
  const id = eventIdOf(message.id, 'delivery.sent');
  return { id, type: 'delivery.sent', at: sentAt, endpointId: endpoint._id };
}

/** Whether only a receipt says that it was sent. */
export const isProven = ({ sentAt, attempts }: Message): boolean =>
  sentAt !== null && !attempts.some(({ outcome }) => outcome === 'sent');

/**
 * Raises the event of what was proved sent in a notification that is over, for a cancel may have come before the attempt
 * that would have raised it; gives the ids of the events that are to be told.
 */
export async function raiseUnsaid(
  { webhooks, outcomes }: Pick<Store, 'webhooks' | 'outcomes'>,
  notification: Notification,
): Promise<string[]> {
  if (isOpen(notification.status)) return [];
  const unsaid = notification.messages.filter(
    (message) => isProven(message) && !message.events.some(({ type }) => type === 'delivery.sent'),
  );
  if (unsaid.length === 0) return [];
  const endpoint = await webhooks.ofScope(notification);
  const raised: string[] = [];
  for (const message of unsaid) {
    const event = provenEvent(message, endpoint);
    if (event && (await outcomes.raise(notification._id, message.id, event))) raised.push(event.id);
  }
  return raised;
}
