import { metadataOf } from '../../core/sending/metadata';
import { webhookEventRow } from '../../core/webhooks/event';
import { buildWebhookPayload } from '../../core/webhooks/payload';
import type { Message, MessageEvent, Notification } from '../../store/notifications/model';
import type { NewDelivery, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { Waiting } from '../../store/webhooks/queue';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { DeliverWebhookInput } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';
import { type OrderWait, waitForEarlier } from './order';

/** A webhook event that may be attempted. */
export interface Due {
  delivery: NewDelivery;
  /** Attempts that were begun since the event happened or, if it is redelivered, since that was asked for last. */
  made: number;
  /** When the first of them began, milliseconds since 1970; null: there was none. */
  firstAt: number | null;
  /** When a redelivery was asked for last, milliseconds since 1970; 0: never. */
  since: number;
  endpoint: WebhookEndpoint;
  /** Null: no earlier event of its message goes first. */
  wait: OrderWait | null;
}

/** What has to be done with an event. If it is `queued`, its endpoint's workflow attempts it. */
export type Dueness =
  | { kind: 'due'; due: Due }
  | { kind: 'queued'; endpointId: string; dueAt: Date }
  | { kind: 'nothing' }
  /** The database does not show the event yet. The sweep delivers it. */
  | { kind: 'unseen' };

const NOTHING = { kind: 'nothing' } as const;

/**
 * Returns what has to be done with an event outside its endpoint's queue. `raised` is its notification, if this process has just
 * stored the event.
 */
export async function dueNow(
  deps: ActivityDeps,
  input: DeliverWebhookInput,
  raised?: Notification,
): Promise<Dueness> {
  const { eventId } = input;
  const stored = raised ? { eventId, notification: raised, earlier: null } : await read(deps, input);
  const { notification, earlier } = stored;
  if (earlier && earlier.status !== 'pending') return NOTHING;
  if (earlier?.queued) return { kind: 'queued', ...earlier.queued };
  if (!notification && !isAlone(earlier)) await refuseMissing(deps, input.notificationId);
  // For some seconds, a deposed primary may show a notification as it was before the event.
  if (notification && !earlier && !findEvent(notification, input.eventId)) return { kind: 'unseen' };
  const due = await dueOf(deps, stored);
  return due ? { kind: 'due', due } : NOTHING;
}

/**
 * Returns an event of its endpoint's queue, or null if it must not be attempted any more. Throws if only its notification is
 * missing: an erasure removes both.
 */
export async function dueInQueue(
  deps: ActivityDeps,
  { _id: eventId, notificationId }: Waiting,
): Promise<Due | null> {
  const stored = await read(deps, { eventId, notificationId });
  const { notification, earlier } = stored;
  if (!earlier || earlier.status !== 'pending') return null;
  if (!notification && !isAlone(earlier))
    throw new Error(`Notification ${notificationId} is not in the database.`);
  return dueOf(deps, stored);
}

async function read(
  { store }: ActivityDeps,
  { eventId, notificationId }: Pick<DeliverWebhookInput, 'eventId' | 'notificationId'>,
) {
  const [notification, earlier] = await Promise.all([
    store.notifications.get(notificationId),
    store.webhookDeliveries.get(eventId),
  ]);
  return { eventId, notification, earlier };
}

/** Returns null if the event must not be attempted any more. */
async function dueOf(
  { store }: ActivityDeps,
  { eventId, notification, earlier }: Awaited<ReturnType<typeof read>>,
): Promise<Due | null> {
  if (!notification && !isAlone(earlier)) return null;
  const found = notification && findEvent(notification, eventId);
  const delivery = earlier ? unmoved(earlier) : found && deliveryOf(notification, found);
  if (!delivery) return null;
  // An event belongs to the endpoint that existed when it happened. A test event may come before the endpoint is active.
  const endpoint = await store.webhooks.get(delivery.endpointId);
  if (!endpoint || !(endpoint.isActive || delivery.test)) {
    await store.webhookDeliveries.end(delivery, 'dropped');
    return null;
  }
  const isFirst = notification && found && (earlier?.attempts.length ?? 0) === 0;
  const wait = isFirst ? await waitForEarlier(store, notification, found.message, found.event) : null;
  const since = earlier?.redelivery?.at.getTime() ?? 0;
  const attempts = earlier?.attempts.filter(({ at }) => at.getTime() >= since) ?? [];
  const firstAt = attempts[0]?.at.getTime() ?? null;
  return { delivery, made: attempts.length, firstAt, since, endpoint, wait };
}

/** Whether an event belongs to no notification. */
const isAlone = (stored: WebhookDelivery | null): boolean => stored?.test === true || stored?.alone === true;

/** A stored delivery without its attempts and its place in the queue. */
function unmoved(stored: WebhookDelivery): NewDelivery {
  const { attempts: _made, status: _status, dueAt: _due, queued: _queued, ...fixed } = stored;
  return fixed;
}

/** The delivery of a notification's event before its first attempt. */
const deliveryOf = (
  notification: Notification,
  { message, event }: NonNullable<ReturnType<typeof findEvent>>,
): NewDelivery => ({
  _id: event.id,
  endpointId: event.endpointId,
  notificationId: notification._id,
  contactId: notification.contactId,
  type: event.type,
  body: bodyOf(notification, message, event),
  createdAt: event.at,
});

function findEvent(notification: Notification, eventId: string) {
  for (const message of notification.messages) {
    const event = message.events.find(({ id }) => id === eventId);
    if (event) return { message, event };
  }
  return null;
}

const bodyOf = (notification: Notification, message: Message, event: MessageEvent): string =>
  JSON.stringify(
    buildWebhookPayload({
      type: event.type,
      occurredAt: event.at,
      notificationId: notification._id,
      eventName: notification.event,
      message,
      error: webhookEventRow(event.type).error && message.error,
      reference: notification.reference,
      tenant: notification.tenant,
      ...(notification.metadata && { metadata: metadataOf(notification.metadata) }),
    }),
  );
