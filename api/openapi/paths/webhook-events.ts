import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { operation } from '../operation';
import { uuid } from '../../http/formats';
import {
  eventAnswer,
  eventsAnswer,
  eventStatus,
  redeliverAnswer,
  redeliveredAnswer,
  redeliverRequest,
  testEventRequest,
} from '../schemas/webhook-events';
import { path } from './webhooks';

const ATTEMPT = {
  id: 'f3c1b7f0-35d5-4f0e-8a3c-6c3f5a1d9e20',
  at: '2026-11-21T14:51:52.912Z',
  duration_ms: 41,
  status: 500,
  error: 'The endpoint answered 500.',
};
const LINE = {
  id: '5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d',
  type: 'delivery.sent',
  status: 'failed',
  notification_id: 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11',
  test: false,
  created_at: '2026-11-21T14:51:52.798Z',
  redelivered_at: null,
  redelivered_by: null,
  attempt_count: 6,
  last_attempt: ATTEMPT,
};
const REDELIVERED = {
  ...LINE,
  status: 'pending',
  redelivered_at: '2026-11-21T16:02:11.004Z',
  redelivered_by: 'owner',
};
const DETAILS = {
  ...LINE,
  body: '{"event":"delivery.sent","delivery":{…},"request_id":"f48abc71-…","timestamp":"2026-11-21T14:51:52.798Z"}',
  attempts: [
    {
      ...ATTEMPT,
      url: 'https://shop.example.com/hooks/deliveries',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' },
    },
  ],
};
const TESTED = {
  ...DETAILS,
  ...{ status: 'delivered', notification_id: null, test: true, attempt_count: 1 },
  last_attempt: { ...ATTEMPT, status: 204, error: null },
  attempts: [{ ...DETAILS.attempts[0], status: 204, error: null }],
};
const NEXT = '1795272712798_5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d';

const ofOne = path.extend({ id: uuid.describe('Of the event.').meta({ examples: [LINE.id] }) });

/** The events of the webhook endpoint: list, view, redeliver, test. */
export const webhookEventPaths: ZodOpenApiPathsObject = {
  '/v1/webhooks/{uuid}/events': {
    get: operation({
      id: 'listWebhookEvents',
      tag: 'Webhooks',
      summary: 'List the events of the endpoint',
      description: 'The newest first. Events are kept 30 days.',
      parameters: {
        path,
        query: z.object({
          status: eventStatus.optional(),
          limit: z.int().min(1).max(100).optional().meta({ default: 50 }).describe('Events of one page.'),
          after: redeliverRequest.shape.after,
        }),
      },
      answer: {
        description: 'One page of the events, and whether the endpoint gets events at all.',
        schema: eventsAnswer,
        examples: {
          'A failed one': {
            success: true,
            events: [LINE],
            next: null,
            webhook: {
              is_active: true,
              failing_since: '2026-11-21T14:51:52.912Z',
              switched_off_at: null,
              switched_off_reason: null,
            },
          },
        },
      },
      errors: ['WEBHOOK_NOT_FOUND'],
    }),
  },
  '/v1/webhooks/{uuid}/events/{id}': {
    get: operation({
      id: 'getWebhookEvent',
      tag: 'Webhooks',
      summary: 'Read an event with its requests',
      parameters: { path: ofOne },
      answer: {
        description: 'The event, with its body and the headers of each attempt as they were sent.',
        schema: eventAnswer,
        examples: { 'A failed one': { success: true, event: DETAILS } },
      },
      errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND'],
    }),
  },
  '/v1/webhooks/{uuid}/events/{id}/redeliver': {
    post: operation({
      id: 'redeliverWebhookEvent',
      tag: 'Webhooks',
      summary: 'Redeliver an event',
      description:
        'With the same body and `webhook-id`, a new signature and the usual retries, whatever its status is.',
      parameters: { path: ofOne },
      answer: {
        description: 'The event. It is delivered after this answer.',
        schema: redeliveredAnswer,
        examples: { 'Under way': { success: true, redelivered: true, event: REDELIVERED } },
      },
      errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND', 'WEBHOOK_INACTIVE'],
    }),
  },
  '/v1/webhooks/{uuid}/redeliver': {
    post: operation({
      id: 'redeliverWebhookEvents',
      tag: 'Webhooks',
      summary: 'Redeliver failed and dropped events',
      description:
        'One page of the failed and dropped events of a time, the oldest first. Events that are delivered or pending meanwhile are skipped, so a repeat is harmless.',
      parameters: { path },
      body: {
        schema: redeliverRequest,
        examples: { 'Since an outage began': { since: '2026-11-21T14:00:00Z' } },
      },
      answer: {
        description: 'How many there are. They are delivered after this answer.',
        schema: redeliverAnswer,
        examples: { 'The first page': { success: true, redelivered: 100, next: NEXT } },
      },
      errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE'],
    }),
  },
  '/v1/webhooks/{uuid}/test': {
    post: operation({
      id: 'sendTestEvent',
      tag: 'Webhooks',
      summary: 'Send a test event',
      description:
        'It is signed as any other and has the `event_name` `webhook.test`. It is tried once, even if the endpoint is off or its type is not enabled. The answer waits for the attempt.',
      parameters: { path },
      body: {
        schema: testEventRequest,
        examples: { 'A bounce': { type: 'delivery.bounced' } },
        optional: true,
      },
      answer: {
        description: 'The event with its attempt. `pending` if that has not ended yet.',
        schema: eventAnswer,
        examples: { 'It was taken': { success: true, event: TESTED } },
      },
      errors: ['WEBHOOK_NOT_FOUND'],
    }),
  },
};
