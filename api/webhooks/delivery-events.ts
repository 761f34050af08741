import { z } from 'zod';
import type { ZodOpenApiObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { DELIVERY_ERROR_CODES } from '../../core/sending/delivery-error';
import { PREFERENCE_BY } from '../../core/preferences/preferences';
import {
  type DeliveryEventType,
  isAboutMessage,
  type WebhookEventType,
  WEBHOOK_EVENT_TYPES,
  webhookEventRow,
} from '../../core/webhooks/event';
import { buildPreferencePayload } from '../../core/webhooks/preference-payload';
import { buildWebhookPayload } from '../../core/webhooks/payload';
import { preferenceMadeSchema } from '../contacts/preferences/view';
import { channel, timestamp, uuid } from '../http/formats';

const deliveryError = z
  .object({ code: z.enum(DELIVERY_ERROR_CODES), message: z.string() })
  .meta({ id: 'DeliveryError' });

/** Returns the body of one type of webhook (docs/reference/rules/webhooks.md). */
function deliveryEvent(type: DeliveryEventType) {
  const { error } = webhookEventRow(type);
  const suffix = type.slice('delivery.'.length);
  return z
    .object({
      event: z.literal(type),
      delivery: z.object({
        uuid: uuid.describe('The message; `messages[].id` of the notification.'),
        channel,
        status: z.literal(suffix),
        event_name: z.string().describe('Name of the event that was sent.'),
        message_id: z.string().describe("The provider's id of the message, or our own if it gave none."),
        sent_at: timestamp.nullable(),
        delivered_at: timestamp.nullable(),
        error: error ? deliveryError : deliveryError.nullable(),
      }),
      request_id: uuid.describe('The notification.'),
      reference: z.string().optional().describe('That of the send. Absent if it gave none.'),
      tenant: z.string().optional().describe('That of the send. Absent if it named none.'),
      metadata: z
        .record(z.string(), z.string())
        .optional()
        .describe('That of the send. Absent if it gave none.'),
      timestamp: timestamp.describe('When it happened, the same in every attempt.'),
    })
    .meta({ id: `Delivery${suffix[0]?.toUpperCase()}${suffix.slice(1)}Event` });
}

const preferenceEvent = z
  .object({
    event: z.literal('preference.changed'),
    contact: z.object({ uuid, external_id: z.string().nullable() }),
    changes: z.array(preferenceMadeSchema),
    by: z.enum(PREFERENCE_BY),
    request_id: uuid.optional().describe('The notification whose link was used. Absent: none.'),
    chosen_at: timestamp.describe('When it was chosen. A provider may report that hours later.'),
    timestamp: timestamp.describe('When the service received it, the same in every attempt.'),
  })
  .meta({ id: 'PreferenceChangedEvent' });

const header = (name: string, description: string, example: string, pattern?: string) => ({
  ...{ name, in: 'header' as const, required: true, description, example },
  schema: { type: 'string' as const, ...(pattern !== undefined && { pattern }) },
});

/** Headers of a webhook (SIGNATURE-1). `Service` is the default of the setting WEBHOOK_BRAND. */
const headers = [
  header(
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<signature>`: lower-case hex of HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole signing secret. While a secret is rotated, the `v1` of each one before it follows. Compare in constant time, and refuse a `t` that is more than 300 seconds from now.',
    `t=1795272712,v1=${'0123456789abcdef'.repeat(4)}`,
    '^t=[0-9]+(?:,v1=[0-9a-f]{64}){1,10}$',
  ),
  header('X-Service-Webhook-Id', 'Unique to this attempt.', 'f3c1b7f0-35d5-4f0e-8a3c-6c3f5a1d9e20'),
  header('User-Agent', 'The brand and the version.', 'Service-Webhook/1.0'),
  header(
    'webhook-id',
    'Unique to the event, the same in every attempt (Standard Webhooks).',
    '5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d',
  ),
  header('webhook-timestamp', 'Seconds since 1970 (Standard Webhooks).', '1795272712', '^[0-9]+$'),
  header(
    'webhook-signature',
    '`v1,` and a base64 signature; while a secret is rotated one of each, with a space between (Standard Webhooks).',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
];

/** The requests to the webhook endpoint (docs/reference/rules/webhooks.md). */
export const webhookEvents: ZodOpenApiObject['webhooks'] = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type): [string, ZodOpenApiPathItemObject] => [
    type,
    {
      post: {
        operationId: type.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
        tags: ['Webhook events'],
        summary: type,
        description: webhookEventRow(type).when,
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: isAboutMessage(type) ? deliveryEvent(type) : preferenceEvent,
              examples: { [type]: { value: exampleOf(type) } },
            },
          },
        },
        responses: {
          '2XX': { description: 'Received, within 10 seconds.' },
          '3XX': { description: 'Not followed, and not retried.' },
          '4XX': { description: 'Refused permanently: not retried.' },
          '5XX': {
            description:
              'Retried up to 5 times, after about 10, 40, 160, 640 and 2,560 seconds. So is a request without an answer within 10 seconds.',
          },
        },
      },
    },
  ]),
);

function exampleOf(type: WebhookEventType) {
  if (!isAboutMessage(type))
    return buildPreferencePayload({
      ...{ contactId: '3c9c8f0a-1f6d-4a7e-9b57-2b7d0c1f8e42', externalId: 'user-42', by: 'one_click' },
      at: new Date('2026-11-21T14:51:52.798Z'),
      notificationId: 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11',
      changes: [{ category: 'news', channel: 'email', was: null, on: false }],
    });
  const { outcome, receipts, error } = webhookEventRow(type);
  const sentAt = new Date('2026-11-21T14:51:52.798Z');
  const deliveredAt = receipts.includes('delivered') ? new Date('2026-11-21T14:51:54.120Z') : null;
  return buildWebhookPayload({
    ...{ type, error, eventName: 'welcome', occurredAt: deliveredAt ?? sentAt },
    notificationId: 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11',
    message: {
      ...{ id: '782b2048-5f3a-5c1d-8e2b-1a2b3c4d5e6f', channel: 'email', deliveredAt },
      ...{ providerMessageId: '<782b2048@example.com>', sentAt: outcome === 'failed' ? null : sentAt },
    },
  });
}
