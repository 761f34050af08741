import { randomUUID } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { buildWebhookPayload } from '../core/webhook-payload';
import { classifyWebhookAnswer, webhookRetryDelayMs } from '../core/webhook-retry';
import { signWebhook } from '../core/webhook-signature';
import type { Message, MessageEvent, Notification } from '../store/notification-model';
import type { WebhookAttempt, WebhookDelivery } from '../store/webhook-deliveries';
import type { WebhookEndpoint } from '../store/webhooks';
import type { TellInput, TellResult } from '../workflows/activities-contract';
import type { WebhookResult } from '../webhooks/sender';
import type { ActivityDeps } from './deps';

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
  const found = notification && findEvent(notification, eventId);
  if (!notification || !found) return 'done';
  const { message, event } = found;
  const endpoint = await store.webhooks.ofScope(notification);
  const delivery: Omit<WebhookDelivery, 'attempts' | 'status'> = {
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
    return 'done';
  }
  const attemptId = randomUUID();
  const at = new Date();
  const result = await post(deps, endpoint, { eventId, attemptId, at, body: delivery.body });
  const kind = classifyWebhookAnswer(result);
  const status = kind === 'success' ? 'delivered' : kind === 'permanent' ? 'failed' : 'pending';
  await store.webhookDeliveries.record({ ...delivery, status }, attemptRecord(attemptId, at, result));
  return kind === 'retry' ? 'retry' : 'done';
}

function post(
  deps: ActivityDeps,
  endpoint: WebhookEndpoint,
  { eventId, attemptId, at, body }: { eventId: string; attemptId: string; at: Date; body: string },
): Promise<WebhookResult> {
  const headers = signWebhook({
    secret: endpoint.signingSecret,
    body,
    timestamp: Math.floor(at.getTime() / 1000),
    eventId,
    attemptId,
    brand: deps.webhookBrand,
  });
  return deps.webhooks.post({ url: endpoint.url, headers, body });
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

function attemptRecord(id: string, at: Date, result: WebhookResult): WebhookAttempt {
  const { durationMs } = result;
  return result.kind === 'answered'
    ? { id, at, durationMs, status: result.status, answer: result.answerStart, error: null }
    : { id, at, durationMs, status: null, answer: null, error: `${result.reason}: ${result.error}` };
}
