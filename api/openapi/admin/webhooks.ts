import { z } from 'zod';
import {
  redeliverBody,
  switchWebhookBody,
  testEventBody,
  webhookEventsQuery,
} from '../../../core/schemas/webhook-events';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { SWITCH_OFF_REASONS } from '../../../store/webhooks/endpoints';
import { answer, timestamp, uuid } from '../../http/formats';
import { eventsAnswer, redeliverAnswer, redeliveredAnswer, webhookEvent } from '../schemas/webhook-events';
import { adminPaths } from './operation';
import { operatorAttempt } from './webhook-attempt';

const endpoint = z
  .object({
    uuid,
    application_id: uuid,
    environment: z.enum(ENVIRONMENTS),
    url: z.string(),
    enabled_events: z.array(z.string()),
    is_active: z.boolean(),
    description: z.string().nullable(),
    owner_email: z.string().nullable(),
    failing_since: timestamp.nullable().describe('The first failed attempt since a success.'),
    switched_off: z
      .object({
        at: timestamp,
        reason: z.enum(SWITCH_OFF_REASONS).describe('`gone`: it answered 410.'),
        failing_since: timestamp,
        owner_told: z.enum(['pending', 'sent', 'no_address', 'no_smtp', 'refused']),
      })
      .nullable()
      .describe('Null: the endpoint is on, or a person switched it off.'),
    previous_secret_until: timestamp.nullable().describe('Null: the secret is not being rotated.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

const one = answer('WebhookEndpointAnswer', { webhook: endpoint });
const event = answer('WebhookEventDetailsAnswer', {
  event: webhookEvent
    .extend({ attempts: z.array(operatorAttempt).describe('The last 50, oldest first.') })
    .meta({ id: 'WebhookEventDetails' }),
});

const WEBHOOK = '/admin/v1/applications/:app/webhooks/:environment';
const missing = ['APPLICATION_NOT_FOUND', 'WEBHOOK_NOT_FOUND'] as const;
const missingEvent = [...missing, 'WEBHOOK_EVENT_NOT_FOUND'] as const;

export const adminWebhookPaths = adminPaths('Webhooks', {
  [`GET ${WEBHOOK}`]: {
    id: 'getWebhook',
    summary: 'View the webhook endpoint',
    answer: one,
    errors: [...missing],
  },
  [`PATCH ${WEBHOOK}`]: {
    id: 'switchWebhook',
    summary: 'Switch the webhook endpoint on or off',
    body: switchWebhookBody.meta({ id: 'WebhookSwitch' }),
    answer: one,
    errors: [...missing],
  },
  [`POST ${WEBHOOK}/rotate-secret`]: {
    id: 'rotateWebhookSecret',
    summary: 'Replace the signing secret',
    description: 'The old secret signs too for some hours.',
    answer: answer('WebhookSecretRotated', {
      signing_secret: z.string().describe('The new secret. It is shown this once.'),
      previous_secret_until: timestamp,
      earlier_rotation_cut_short: z
        .boolean()
        .describe('The secret before the last one was still valid, and no longer is.'),
    }),
    errors: [...missing],
  },
  [`GET ${WEBHOOK}/events`]: {
    id: 'listWebhookEvents',
    summary: 'List the events of the endpoint',
    description: 'The newest first. Events are kept 30 days.',
    query: webhookEventsQuery,
    answer: eventsAnswer,
    errors: [...missing],
  },
  [`GET ${WEBHOOK}/events/:id`]: {
    id: 'getWebhookEvent',
    summary: 'View an event with its attempts and what the endpoint answered',
    answer: event,
    errors: [...missingEvent],
  },
  [`POST ${WEBHOOK}/events/:id/redeliver`]: {
    id: 'redeliverWebhookEvent',
    summary: 'Deliver an event again',
    answer: redeliveredAnswer,
    errors: [...missingEvent, 'WEBHOOK_INACTIVE'],
  },
  [`POST ${WEBHOOK}/redeliver`]: {
    id: 'redeliverWebhookEvents',
    summary: 'Deliver a page of failed events again',
    body: redeliverBody.meta({ id: 'RedeliverRequest' }),
    answer: redeliverAnswer,
    errors: [...missing, 'WEBHOOK_INACTIVE'],
  },
  [`POST ${WEBHOOK}/test`]: {
    id: 'testWebhook',
    summary: 'Send a test event',
    body: testEventBody.meta({ id: 'TestEventRequest' }),
    bodyIsOptional: true,
    answer: event,
    errors: [...missing, 'WEBHOOK_INACTIVE'],
  },
});
