import { buildWebhookPayload } from '../core/webhook-payload';
import type { Message, MessageEvent, Notification } from '../store/notification-model';
import type { Unended, WebhookDelivery } from '../store/webhook-deliveries';
import type { WebhookEndpoint } from '../store/webhooks';
import type { TellInput } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { refuseMissing } from './missing';
import { waitForEarlier } from './webhook-order';

/** An event that is to be told now, or after `waitMs`. */
export interface Due {
  delivery: Unended;
  /** Attempts at it that were begun since the event happened, or since somebody last asked for it to be told once more. */
  made: number;
  /** When that was asked; 0: never. */
  since: number;
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
  if (!notification && !earlier?.test) await refuseMissing(deps, notificationId);
  const delivery = earlier?.test ? unmoved(earlier) : found && deliveryOf(notification, found, earlier);
  if (!delivery) return null;
  // An event belongs to the endpoint that existed when it happened. A test may come before it is switched on.
  const endpoint = await store.webhooks.get(delivery.endpointId);
  if (!endpoint || !(endpoint.isActive || delivery.test)) {
    await store.webhookDeliveries.end(delivery, 'dropped');
    return null;
  }
  const isFirst = found && !earlier;
  const waitMs = isFirst ? await waitForEarlier(store, notification, found.message, found.event) : null;
  const since = earlier?.redelivery?.at.getTime() ?? 0;
  const made = earlier?.attempts.filter(({ at }) => at.getTime() >= since).length ?? 0;
  return { delivery, made, since, endpoint, waitMs };
}

/** A stored delivery as it is told once more. */
const unmoved = ({ attempts: _made, status: _status, dueAt: _due, ...fixed }: WebhookDelivery): Unended =>
  fixed;

/** The delivery of a notification's event, with the body of its first attempt. */
const deliveryOf = (
  notification: Notification,
  { message, event }: Found,
  earlier: WebhookDelivery | null,
): Unended => ({
  _id: event.id,
  endpointId: event.endpointId,
  notificationId: notification._id,
  contactId: notification.contactId,
  type: event.type,
  body: earlier?.body ?? bodyOf(notification, message, event),
  createdAt: event.at,
});

interface Found {
  message: Message;
  event: MessageEvent;
}

function findEvent(notification: Notification, eventId: string): Found | null {
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
