import { z } from 'zod';
import { attemptMessage } from '../../core/webhooks/attempt-message';
import { EVENT_STATUSES, WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';
import type { WebhookAttempt, WebhookDelivery } from '../../store/webhooks/deliveries';
import { type WebhookEndpoint, SWITCH_OFF_REASONS } from '../../store/webhooks/endpoints';
import type { WebhookEventLine } from '../../store/webhooks/events';
import { answer, next, timestamp, uuid } from '../http/formats';

export const eventStatus = z.enum(EVENT_STATUSES).meta({
  id: 'WebhookEventStatus',
  description:
    '`pending`: it is being tried, or waits for its next attempt. `delivered`: the endpoint answered 2xx. `failed`: it answered otherwise, or not at all, and no retry is left. `dropped`: the endpoint was disabled when the event was due.',
});

const attempt = {
  id: uuid.describe('`X-Service-Webhook-Id` of the request.'),
  at: timestamp,
  duration_ms: z.int().min(0).nullable().describe('Null while nothing is recorded.'),
  status: z.int().nullable().describe('Of the answer. Null if none came.'),
  error: z.string().nullable().describe('Why the attempt failed, in words. Null if it succeeded.'),
};
const attemptLineSchema = z.object(attempt).meta({ id: 'WebhookAttemptLine' });
export const attemptSchema = z
  .object({
    ...attempt,
    url: z.string().nullable().describe('URL that it was sent to.'),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Headers as they were sent, including signatures.'),
  })
  .meta({ id: 'WebhookAttempt' });

const event = {
  id: uuid.describe('`webhook-id` of its requests, the same in every attempt.'),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  status: eventStatus,
  notification_id: uuid.nullable().describe('Null for an event without one, as test events are.'),
  test: z.boolean().describe('Whether it is a test event.'),
  created_at: timestamp.describe('When it happened.'),
  redelivered_at: timestamp.nullable().describe('When its last redelivery was requested.'),
  redelivered_by: z.enum(['owner', 'operator']).nullable(),
  attempt_count: z.int().min(0).describe('Of the last 50.'),
  last_attempt: attemptLineSchema.nullable(),
};
/** An event as a list shows it. */
const eventLineSchema = z.object(event).meta({ id: 'WebhookEventLine' });
/** An event with its request and its attempts. */
export const eventSchema = z
  .object({
    ...event,
    body: z.string().describe('The body of its requests, byte for byte.'),
    attempts: z.array(attemptSchema).describe('The last 50, oldest first.'),
  })
  .meta({ id: 'WebhookEvent' });

/** Whether the endpoint gets events at all. */
const stateSchema = z.object({
  is_active: z.boolean(),
  failing_since: timestamp.nullable().describe('The first failed attempt since a success.'),
  switched_off_at: timestamp.nullable().describe('When the service disabled it. Null if it did not.'),
  switched_off_reason: z
    .enum(SWITCH_OFF_REASONS)
    .nullable()
    .describe('`failing`: it only failed for days. `gone`: it answered 410.'),
});

export const eventsAnswer = answer('WebhookEventsAnswer', {
  events: z.array(eventLineSchema),
  next,
  webhook: stateSchema,
});

export const eventAnswer = answer('WebhookEventAnswer', { event: eventSchema });

export const redeliveredAnswer = answer('RedeliveredAnswer', {
  redelivered: z.boolean().describe('False: it was pending already.'),
  event: eventLineSchema,
});

export const redeliverAnswer = answer('RedeliverAnswer', {
  redelivered: z.int().min(0).describe('Events of this page that are delivered again.'),
  next,
});

export function eventLineView(event: WebhookEventLine): z.output<typeof eventLineSchema> {
  const last = event.attempts.at(-1);
  return {
    id: event._id,
    type: event.type,
    status: event.status,
    notification_id: event.test || event.alone ? null : event.notificationId,
    test: event.test === true,
    created_at: event.createdAt.toISOString(),
    redelivered_at: event.redelivery?.at.toISOString() ?? null,
    redelivered_by: event.redelivery?.by ?? null,
    attempt_count: event.attempts.length,
    last_attempt: last ? attemptLine(last) : null,
  };
}

export const stateView = ({
  isActive,
  failingSince,
  switchedOff,
}: WebhookEndpoint): z.output<typeof stateSchema> => ({
  is_active: isActive,
  failing_since: failingSince?.toISOString() ?? null,
  switched_off_at: switchedOff?.at.toISOString() ?? null,
  switched_off_reason: switchedOff ? (switchedOff.reason ?? 'failing') : null,
});

export const eventView = (event: WebhookDelivery): z.output<typeof eventSchema> => ({
  ...eventLineView(event),
  body: event.body,
  attempts: event.attempts.map(attemptView),
});

/** An attempt without what the endpoint answered, which only operators see (WEBHOOK-30). */
export const attemptView = (attempt: WebhookAttempt): z.output<typeof attemptSchema> => ({
  ...attemptLine(attempt),
  url: attempt.url ?? null,
  headers: attempt.headers ?? null,
});

const attemptLine = (attempt: Pick<WebhookAttempt, 'id' | 'at' | 'durationMs' | 'status' | 'error'>) => ({
  id: attempt.id,
  at: attempt.at.toISOString(),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  error: attemptMessage(attempt),
});
