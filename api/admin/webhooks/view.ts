import { z } from 'zod';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { scopeOf } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { WebhookAttempt, WebhookDelivery } from '../../../store/webhooks/deliveries';
import { type WebhookEndpoint, SWITCH_OFF_REASONS } from '../../../store/webhooks/endpoints';
import { answer, timestamp, uuid } from '../../http/formats';
import { attemptSchema, attemptView, eventSchema, eventView } from '../../webhooks/event-view';

/** The webhook endpoint of an application as operators see it. */
export const endpointSchema = z
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
      .describe('Null if the endpoint is enabled, or a person disabled it.'),
    previous_secret_until: timestamp.nullable().describe('Null: the secret is not being rotated.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });

export const endpointAnswer = answer('WebhookEndpointAnswer', { webhook: endpointSchema });

export function endpointView(
  endpoint: WebhookEndpoint,
  application: Application,
): z.output<typeof endpointSchema> {
  const { previousSecret, failingSince, switchedOff } = endpoint;
  const rotating = previousSecret !== undefined && previousSecret.until > new Date();
  return {
    uuid: endpoint._id,
    application_id: application._id,
    environment: scopeOf(endpoint.scope).environment,
    url: endpoint.url,
    enabled_events: endpoint.enabledEvents,
    is_active: endpoint.isActive,
    description: endpoint.description,
    owner_email: application.ownerEmail,
    failing_since: failingSince?.toISOString() ?? null,
    switched_off: switchedOff
      ? {
          at: switchedOff.at.toISOString(),
          reason: switchedOff.reason ?? 'failing',
          failing_since: switchedOff.failingSince.toISOString(),
          owner_told: switchedOff.notice,
        }
      : null,
    previous_secret_until: rotating ? previousSecret.until.toISOString() : null,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** An attempt with what only operators see of it (WEBHOOK-30). */
export const operatorAttempt = attemptSchema
  .extend({
    answer: z.string().nullable().describe('The first 16 kB of what the endpoint answered.'),
    error_detail: z.string().nullable().describe('The error in the words of the system.'),
  })
  .meta({ id: 'WebhookAttemptDetails' });

export const operatorAttemptView = (attempt: WebhookAttempt): z.output<typeof operatorAttempt> => ({
  ...attemptView(attempt),
  answer: attempt.answer,
  error_detail: attempt.error,
});

const operatorEvent = eventSchema
  .extend({ attempts: z.array(operatorAttempt).describe('The last 50, oldest first.') })
  .meta({ id: 'WebhookEventDetails' });

export const operatorEventAnswer = answer('WebhookEventDetailsAnswer', { event: operatorEvent });

export const operatorEventView = (event: WebhookDelivery): z.output<typeof operatorEvent> => ({
  ...eventView(event),
  attempts: event.attempts.map(operatorAttemptView),
});
