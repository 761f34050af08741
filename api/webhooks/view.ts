import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { answer, timestamp, uuid } from '../http/formats';

const fields = {
  uuid,
  url: z.string(),
  enabled_events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  is_active: z.boolean(),
  description: z.string(),
  created_at: timestamp,
};

/** The webhook endpoint as the API shows it (WEBHOOK-3), without its secret. */
const webhookSchema = z.object({ ...fields, updated_at: timestamp }).meta({ id: 'Webhook' });

const createdWebhook = z
  .object({
    ...fields,
    signing_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .describe('Shown only in this answer.'),
  })
  .meta({ id: 'CreatedWebhook' });

export const webhookAnswer = answer('WebhookAnswer', { webhook: webhookSchema });

export const webhookCreated = answer('WebhookCreated', { webhook: createdWebhook });
export const webhookDeleted = answer('WebhookDeleted', {});

export const webhookView = (endpoint: WebhookEndpoint): z.output<typeof webhookSchema> => ({
  uuid: endpoint._id,
  url: endpoint.url,
  enabled_events: endpoint.enabledEvents,
  is_active: endpoint.isActive,
  description: endpoint.description,
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt.toISOString(),
});
