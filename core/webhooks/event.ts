/** Webhook event types (docs/reference/rules/webhooks.md). */
export const WEBHOOK_EVENT_TYPES = [
  'delivery.sent',
  'delivery.delivered',
  'delivery.failed',
  'delivery.bounced',
  'delivery.complained',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Status of an event. `dropped`: the endpoint was removed or inactive when the event was due. */
export const EVENT_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type WebhookEventStatus = (typeof EVENT_STATUSES)[number];
