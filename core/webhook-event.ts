/** Webhook event types (interface section 6.1). */
export const WEBHOOK_EVENT_TYPES = [
  'delivery.sent',
  'delivery.delivered',
  'delivery.failed',
  'delivery.bounced',
  'delivery.complained',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];
