import type { ZodOpenApiObject, ZodOpenApiPathItemObject } from 'zod-openapi';
import { type WebhookEventType, WEBHOOK_EVENT_TYPES, webhookEventRow } from '../../core/webhooks/event';
import { deliveryEvent } from './schemas/delivery-event';

const header = (
  name: string,
  description: string,
  schema: { type: 'string'; pattern?: string },
  example: string,
) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema,
  example,
});

/** Headers of a webhook (SIGNATURE-1). `Service` is the default of the setting WEBHOOK_BRAND. */
const headers = [
  header(
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<signature>`: lower-case hex of HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole signing secret. While a secret is rotated, the `v1` of each one before it follows. Compare in constant time, and refuse a `t` that is more than 300 seconds from now.',
    { type: 'string', pattern: '^t=[0-9]+(?:,v1=[0-9a-f]{64}){1,10}$' },
    `t=1795272712,v1=${'0123456789abcdef'.repeat(4)}`,
  ),
  header(
    'X-Service-Webhook-Id',
    'Unique to this attempt.',
    { type: 'string' },
    'f3c1b7f0-35d5-4f0e-8a3c-6c3f5a1d9e20',
  ),
  header('User-Agent', 'The brand and the version.', { type: 'string' }, 'Service-Webhook/1.0'),
  header(
    'webhook-id',
    'Unique to the event, the same in every attempt (Standard Webhooks).',
    { type: 'string' },
    '5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d',
  ),
  header(
    'webhook-timestamp',
    'Seconds since 1970 (Standard Webhooks).',
    { type: 'string', pattern: '^[0-9]+$' },
    '1795272712',
  ),
  header(
    'webhook-signature',
    '`v1,` and a base64 signature; while a secret is rotated one of each, with a space between (Standard Webhooks).',
    { type: 'string' },
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
              schema: deliveryEvent(type),
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
  const { outcome, receipts, error } = webhookEventRow(type);
  const deliveredAt = receipts.includes('delivered') ? '2026-11-21T14:51:54.120Z' : null;
  const at = '2026-11-21T14:51:52.798Z';
  return {
    event: type,
    delivery: {
      uuid: '782b2048-5f3a-5c1d-8e2b-1a2b3c4d5e6f',
      channel: 'email',
      status: type.slice('delivery.'.length),
      event_name: 'welcome',
      message_id: '<782b2048@example.com>',
      sent_at: outcome === 'failed' ? null : at,
      delivered_at: deliveredAt,
      error,
    },
    request_id: 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11',
    timestamp: deliveredAt ?? at,
  };
}
