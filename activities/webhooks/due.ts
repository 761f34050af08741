import { buildWebhookPayload } from '../../core/webhooks/payload';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';
import type { NewDelivery, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { Waiting } from '../../store/webhooks/queue';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { DeliverWebhookInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';
import { type OrderWait, waitForEarlier } from './order';

/** An event that is to be told. */
export interface Due {
  delivery: NewDelivery;
  /** Attempts at it that were begun since the event happened, or since somebody last asked for it to be told once more. */
  made: number;
  /** When that was asked; 0: never. */
  since: number;
  endpoint: WebhookEndpoint;
  /** Null: no earlier event of its message goes first. */
  wait: OrderWait | null;
}

/** What there is to do about an event; `queued`: its endpoint's workflow tells it. */
export type Dueness =
  { kind: 'due'; due: Due } | { kind: 'queued'; endpointId: string; dueAt: Date } | { kind: 'nothing' };

const NOTHING = { kind: 'nothing' } as const;

/** What there is to do about an event outside its endpoint's queue. */
export async function dueNow(
  deps: ActivityDeps,
  { eventId, notificationId }: DeliverWebhookInput,
): Promise<Dueness> {
  const { store } = deps;
  const [notification, earlier] = await Promise.all([
    store.notifications.get(notificationId),
    store.webhookDeliveries.get(eventId),
  ]);
  if (earlier && earlier.status !== 'pending') return NOTHING;
  if (earlier?.queued) return { kind: 'queued', ...earlier.queued };
  if (!notification && !earlier?.test) await refuseMissing(deps, notificationId);
  const due = await dueOf(deps, { eventId, notification, earlier });
  return due ? { kind: 'due', due } : NOTHING;
}

/** The same of one in the queue of its endpoint. Throws if its notification is not there: an erasure removes both. */
export async function dueInQueue(
  deps: ActivityDeps,
  { _id: eventId, notificationId }: Waiting,
): Promise<Due | null> {
  const { store } = deps;
  const [notification, earlier] = await Promise.all([
    store.notifications.get(notificationId),
    store.webhookDeliveries.get(eventId),
  ]);
  if (!earlier || earlier.status !== 'pending') return null;
  if (!notification) throw new Error(`Notification ${notificationId} is not in the database.`);
  return dueOf(deps, { eventId, notification, earlier });
}

interface Stored {
  eventId: string;
  notification: Notification | null;
  earlier: WebhookDelivery | null;
}

/** Null: there is nobody to tell any more. */
async function dueOf(
  { store }: ActivityDeps,
  { eventId, notification, earlier }: Stored,
): Promise<Due | null> {
  if (!notification && !earlier?.test) return null;
  const found = notification && findEvent(notification, eventId);
  const delivery = earlier ? unmoved(earlier) : found && deliveryOf(notification, found);
  if (!delivery) return null;
  // An event belongs to the endpoint that existed when it happened. A test may come before it is switched on.
  const endpoint = await store.webhooks.get(delivery.endpointId);
  if (!endpoint || !(endpoint.isActive || delivery.test)) {
    await store.webhookDeliveries.end(delivery, 'dropped');
    return null;
  }
  const isFirst = found && (earlier?.attempts.length ?? 0) === 0;
  const wait = isFirst ? await waitForEarlier(store, notification, found.message, found.event) : null;
  const since = earlier?.redelivery?.at.getTime() ?? 0;
  const made = earlier?.attempts.filter(({ at }) => at.getTime() >= since).length ?? 0;
  return { delivery, made, since, endpoint, wait };
}

/** A stored delivery as it is told once more. */
function unmoved(stored: WebhookDelivery): NewDelivery {
  const { attempts: _made, status: _status, dueAt: _due, queued: _queued, ...fixed } = stored;
  return fixed;
}

/** The delivery of a notification's event that is told for the first time. */
const deliveryOf = (notification: Notification, { message, event }: Found): NewDelivery => ({
  _id: event.id,
  endpointId: event.endpointId,
  notificationId: notification._id,
  contactId: notification.contactId,
  type: event.type,
  body: bodyOf(notification, message, event),
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

/** Events of a message that failed, which say why (WEBHOOK-13). */
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
