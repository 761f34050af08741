import { z } from 'zod';
import { createWebhookBody, updateWebhookBody } from '../../../core/schemas/webhook';
import { WEBHOOK_EVENT_TYPES } from '../../../core/webhooks/event';
import { timestamp, uuid } from './formats';

export const webhookRequest = createWebhookBody.meta({ id: 'WebhookRequest' });
export const webhookChanges = updateWebhookBody.meta({
  id: 'WebhookChanges',
  description: 'Only the fields given change.',
});

const fields = {
  uuid: uuid,
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

export const webhookAnswer = z.object({ success: z.literal(true), webhook }).meta({ id: 'WebhookAnswer' });

export const webhookCreated = z
  .object({ success: z.literal(true), webhook: createdWebhook })
  .meta({ id: 'WebhookCreated' });

export const webhookDeleted = z.object({ success: z.literal(true) }).meta({ id: 'WebhookDeleted' });
