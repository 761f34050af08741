import { randomUUID } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { buildWebhookPayload } from '../core/webhook-payload';
import { classifyWebhookAnswer, webhookRetryDelayMs } from '../core/webhook-retry';
import type { Message, MessageEvent, Notification } from '../store/notification-model';
import type { WebhookDelivery } from '../store/webhook-deliveries';
import type { TellInput, TellResult } from '../workflows/activities-contract';
import type { ActivityDeps } from './deps';
import { attemptRecord, signedRequest } from './webhook-attempt';
import { noteEndpointHealth } from './webhook-health';

/**
 * One attempt at telling an endpoint of one event. Where it `repeats` (in the workflow `webhook`) an answer that may be
 * repeated fails the activity with the interval of decisions ("Webhooks") before the next.
 */
export function createTellWebhook(deps: ActivityDeps) {
  return async (input: TellInput): Promise<TellResult> => {
    const { store } = deps;
    const kind = await tellOnce(deps, input);
    if (kind === 'retry' && !input.repeats) return kind;
    const nextRetryDelay =
      kind === 'retry'
        ? webhookRetryDelayMs(input.attemptsMade + activityInfo().attempt, Math.random())
        : null;
    if (nextRetryDelay !== null) {
      throw ApplicationFailure.create({ message: 'WEBHOOK_RETRY', type: 'WEBHOOK_RETRY', nextRetryDelay });
    }
    if (kind === 'retry') await store.webhookDeliveries.setStatus(input.eventId, 'failed');
    await store.notifications.markTold(input.notificationId, input.eventId);
    return 'done';
  };
}

async function tellOnce(deps: ActivityDeps, { eventId, notificationId }: TellInput): Promise<TellResult> {
  const { store } = deps;
  const [notification, earlier] = await Promise.all([
    store.notifications.get(notificationId),
    store.webhookDeliveries.get(eventId),
  ]);
  if (earlier && earlier.status !== 'pending') return 'done';
  const delivery = earlier?.test ? unmoved(earlier) : deliveryOf(notification, eventId, earlier);
  if (!delivery) return 'done';
  // An event belongs to the endpoint that existed when it happened. A test may come before it is switched on.
  const endpoint = await store.webhooks.get(delivery.endpointId);
  if (!endpoint || !(endpoint.isActive || delivery.test)) {
    await store.webhookDeliveries.record({ ...delivery, status: 'dropped' }, null);
    return 'done';
  }
  const attemptId = randomUUID();
  const at = new Date();
  const request = signedRequest(deps, endpoint, { eventId, attemptId, at, body: delivery.body });
  const result = await deps.webhooks.post(request);
  const kind = classifyWebhookAnswer(result);
  const repeats = kind === 'retry' && !delivery.test;
  const status = kind === 'success' ? 'delivered' : repeats ? 'pending' : 'failed';
  await store.webhookDeliveries.record(
    { ...delivery, status },
    attemptRecord(attemptId, at, request, result),
  );
  await noteEndpointHealth(deps, endpoint, { kind, at, test: delivery.test === true });
  return repeats ? 'retry' : 'done';
}

/** What of a delivery no attempt changes. */
type Telling = Omit<WebhookDelivery, 'attempts' | 'status' | 'dueAt'>;

/** A stored delivery as it is told once more. */
const unmoved = ({ attempts: _made, status: _status, dueAt: _due, ...fixed }: WebhookDelivery): Telling =>
  fixed;

/** The delivery of a notification's event, with the body of its first attempt; null where it has no such event any more. */
function deliveryOf(
  notification: Notification | null,
  eventId: string,
  earlier: WebhookDelivery | null,
): Telling | null {
  const found = notification && findEvent(notification, eventId);
  if (!notification || !found) return null;
  const { message, event } = found;
  return {
    _id: eventId,
    endpointId: event.endpointId,
    notificationId: notification._id,
    contactId: notification.contactId,
    type: event.type,
    body: earlier?.body ?? bodyOf(notification, message, event),
    createdAt: event.at,
  };
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
