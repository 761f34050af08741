import { z } from 'zod';
import { createWebhookBody, updateWebhookBody } from '../../../core/schemas/webhook';
import { WEBHOOK_EVENT_TYPES } from '../../../core/webhooks/event';
import { answer, timestamp, uuid } from '../../http/formats';

export const webhookRequest = createWebhookBody.meta({ id: 'WebhookRequest' });
export const webhookChanges = updateWebhookBody.meta({
  id: 'WebhookChanges',
  description: 'Only the fields given change.',
});

const fields = {
  uuid,
  url: z.string(),
  enabled_events: z.array(z.enum(WEBHOOK_EVENT_TYPES)),
  is_active: z.boolean(),
  description: z.string(),
  created_at: timestamp,
};

/** The webhook endpoint (WEBHOOK-1). */
const webhook = z.object({ ...fields, updated_at: timestamp }).meta({ id: 'Webhook' });

const createdWebhook = z
  .object({
    ...fields,
    signing_secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .describe('Shown only in this answer.'),
  })
  .meta({ id: 'CreatedWebhook' });

export const webhookAnswer = answer('WebhookAnswer', { webhook });

export const webhookCreated = answer('WebhookCreated', { webhook: createdWebhook });
export const webhookDeleted = answer('WebhookDeleted', {});
