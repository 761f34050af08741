import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES } from '../webhook-event';
import { line } from './fields';

const enabledEvents = z
  .array(z.enum(WEBHOOK_EVENT_TYPES, `must be among ${WEBHOOK_EVENT_TYPES.join(', ')}`))
  .transform((types) => [...new Set(types)]);

/** Body that creates the webhook endpoint (interface 4.10); the url's safety is checked apart. */
export const createWebhookBody = z.strictObject({
  url: z.string(),
  enabled_events: enabledEvents.optional(),
  description: line(500).optional(),
});

/** Body that changes it (interface 4.12). */
export const updateWebhookBody = z.strictObject({
  url: z.string().optional(),
  enabled_events: enabledEvents.optional(),
  is_active: z.boolean().optional(),
  description: line(500).optional(),
});
