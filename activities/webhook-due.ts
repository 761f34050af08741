import { buildWebhookPayload } from '../core/webhook-payload';
import type { Message, MessageEvent, Notification } from '../store/notification-model';
import type { WebhookDelivery } from '../store/webhook-deliveries';
import type { WebhookEndpoint } from '../store/webhooks';
import type { TellInput } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { waitForEarlier } from './webhook-order';

/** An event that is to be told now, or after `waitMs`. */
export interface Due {
  delivery: Omit<WebhookDelivery, 'attempts' | 'status'>;
  /** Attempts at it that are recorded. */
  recorded: number;
  endpoint: WebhookEndpoint;
  waitMs: number | null;
}

/** Null: there is nothing to tell, or nobody any more. */
export async function dueNow(
  deps: ActivityDeps,
  { eventId, notificationId }: TellInput,
): Promise<Due | null> {
  const { store } = deps;
  const [notification, earlier] = await Promise.all([
    store.notifications.get(notificationId),
    store.webhookDeliveries.get(eventId),
  ]);
  if (earlier && earlier.status !== 'pending') return null;
  const found = notification && findEvent(notification, eventId);
  if (!notification || !found) return null;
  const { message, event } = found;
  const endpoint = await store.webhooks.ofScope(notification);
  const delivery = {
    _id: eventId,
    endpointId: event.endpointId,
    notificationId,
    contactId: notification.contactId,
    type: event.type,
    body: earlier?.body ?? bodyOf(notification, message, event),
    createdAt: event.at,
  };
  // An event belongs to the endpoint that existed when it happened.
  if (!endpoint || endpoint._id !== event.endpointId || !endpoint.isActive) {
    await store.webhookDeliveries.record({ ...delivery, status: 'dropped' }, null);
    return null;
  }
  const waitMs = earlier ? null : await waitForEarlier(store, notification, message, event);
  return { delivery, recorded: attemptsOf(earlier), endpoint, waitMs };
}

/** Attempts recorded since the event happened, or since somebody last asked for it to be told once more. */
function attemptsOf(earlier: (Pick<WebhookDelivery, 'attempts'> & { redelivery?: { at: Date } }) | null) {
  const since = earlier?.redelivery?.at.getTime() ?? 0;
  return earlier?.attempts.filter(({ at }) => at.getTime() >= since).length ?? 0;
}

function findEvent(
  notification: Notification,
  eventId: string,
): { message: Message; event: MessageEvent } | null {
  for (const message of notification.messages) {
    const event = message.events.find(({ id }) => id === eventId);
    if (event) return { message, event };
  }
  return null;
}

/** Events of a message that failed, which say why (interface 6.2). */
const FAILURES = new Set(['delivery.failed', 'delivery.bounced']);

const bodyOf = (notification: Notification, message: Message, event: MessageEvent): string =>
  JSON.stringify(
    buildWebhookPayload({
      type: event.type,
      occurredAt: event.at,
      notificationId: notification._id,
      eventName: notification.event,
      message,
      error: FAILURES.has(event.type) ? message.error : null,
    }),
  );
