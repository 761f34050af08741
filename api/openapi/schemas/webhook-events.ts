import { z } from 'zod';
import { redeliverBody, testEventBody } from '../../../core/schemas/webhook-events';
import { EVENT_STATUSES, WEBHOOK_EVENT_TYPES } from '../../../core/webhooks/event';
import { SWITCH_OFF_REASONS } from '../../../store/webhooks/endpoints';
import { answer, next, timestamp, uuid } from '../../http/formats';

export const redeliverRequest = redeliverBody.meta({ id: 'RedeliverRequest' });
export const testEventRequest = testEventBody.meta({ id: 'TestEventRequest' });

export const eventStatus = z.enum(EVENT_STATUSES).meta({
  id: 'WebhookEventStatus',
  description:
    '`pending`: it is being tried, or waits for its next attempt. `delivered`: the endpoint answered 2xx. `failed`: it answered otherwise, or not at all, and no retry is left. `dropped`: it was switched off when the event was due.',
});

const attempt = {
  id: uuid.describe('`X-Service-Webhook-Id` of the request.'),
  at: timestamp,
  duration_ms: z.int().min(0).nullable().describe('Null while nothing is recorded.'),
  status: z.int().nullable().describe('Of the answer. Null if none came.'),
  error: z.string().nullable().describe('Why the attempt failed, in words. Null if it succeeded.'),
};
const attemptLine = z.object(attempt).meta({ id: 'WebhookAttemptLine' });
export const webhookAttempt = z
  .object({
    ...attempt,
    url: z.string().nullable().describe('Where it was sent.'),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .describe('As they were sent, signatures among them.'),
  })
  .meta({ id: 'WebhookAttempt' });

const event = {
  id: uuid.describe('`webhook-id` of its requests, the same in every attempt.'),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  status: eventStatus,
  notification_id: uuid.nullable().describe('Null for a test event.'),
  test: z.boolean().describe('Whether it is a test event.'),
  created_at: timestamp.describe('When it happened.'),
  redelivered_at: timestamp.nullable().describe('When its last redelivery was requested.'),
  redelivered_by: z.enum(['owner', 'operator']).nullable(),
  attempt_count: z.int().min(0).describe('Of the last 50.'),
  last_attempt: attemptLine.nullable(),
};
const eventLine = z.object(event).meta({ id: 'WebhookEventLine' });
export const webhookEvent = z
  .object({
    ...event,
    body: z.string().describe('The body of its requests, byte for byte.'),
    attempts: z.array(webhookAttempt).describe('The last 50, oldest first.'),
  })
  .meta({ id: 'WebhookEvent' });

export const eventsAnswer = answer('WebhookEventsAnswer', {
  events: z.array(eventLine),
  next,
  webhook: z.object({
    is_active: z.boolean(),
    failing_since: timestamp.nullable().describe('The first failed attempt since a success.'),
    switched_off_at: timestamp.nullable().describe('When the service switched it off. Null if it did not.'),
    switched_off_reason: z
      .enum(SWITCH_OFF_REASONS)
      .nullable()
      .describe('`failing`: it only failed for days. `gone`: it answered 410.'),
  }),
});

export const eventAnswer = answer('WebhookEventAnswer', { event: webhookEvent });

export const redeliveredAnswer = answer('RedeliveredAnswer', {
  redelivered: z.boolean().describe('False: it was pending already.'),
  event: eventLine,
});

export const redeliverAnswer = answer('RedeliverAnswer', {
  redelivered: z.int().min(0).describe('Events of this page that are delivered again.'),
  next,
});
