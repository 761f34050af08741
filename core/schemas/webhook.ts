import { z } from 'zod';
import { WEBHOOK_EVENT_TYPES, webhookEventRow } from '../webhooks/event';
import * as patterns from '../shared/schemas/patterns';
import { atMost, line } from '../shared/schemas/fields';

const enabledEvents = z
  .array(z.enum(WEBHOOK_EVENT_TYPES, `must be among ${WEBHOOK_EVENT_TYPES.join(', ')}`))
  .transform((types) => [...new Set(types)])
  .describe('Event types to receive.');

const onRequest = WEBHOOK_EVENT_TYPES.filter((type) => !webhookEventRow(type).byDefault);
const absent = onRequest.length === 0 ? 'all' : `all but ${onRequest.join(', ')}`;

/** The url's safety is checked apart (net/url-safety.ts). */
const url = z
  .string()
  .check(atMost(2048))
  .meta({
    pattern: patterns.PUBLIC_URL,
    description:
      'An `https:` URL with no credentials in it, whose host is public: no private, loopback, link-local or reserved address, and no name that resolves to one.',
    examples: ['https://shop.example.com/hooks/deliveries'],
  });

const description = line(500).optional().describe('A label for humans.');

/** Body that creates the webhook endpoint (WEBHOOK-1). */
export const createWebhookBody = z.strictObject({
  url,
  enabled_events: enabledEvents.optional().describe(`Event types to receive; ${absent} if it is absent.`),
  description,
});

/** Body that changes it (WEBHOOK-4). */
export const updateWebhookBody = z.strictObject({
  url: url.optional(),
  enabled_events: enabledEvents.optional(),
  is_active: z.boolean().optional().describe('Whether events are sent.'),
  description,
});
