import type { DeliveryError } from '../sending/delivery-error';
import { newId } from '../shared/ids';
import type { WebhookEventType } from './event';
import { buildWebhookPayload } from './payload';

/** `event_name` of test events. Nothing else marks them, so no event should have this name. */
export const TEST_EVENT_NAME = 'webhook.test';

const MESSAGE = 'This is a test event: no message was sent.';
const ERRORS: Partial<Record<WebhookEventType, DeliveryError>> = {
  'delivery.failed': { code: 'REJECTED', message: MESSAGE },
  'delivery.bounced': { code: 'HARD_BOUNCE', message: MESSAGE },
};

/** Returns the body of a test event of a type, and the id of its notification, which does not exist. */
export function buildTestEvent(type: WebhookEventType, at: Date): { notificationId: string; body: string } {
  const notificationId = newId();
  const payload = buildWebhookPayload({
    type,
    occurredAt: at,
    notificationId,
    eventName: TEST_EVENT_NAME,
    message: {
      id: newId(),
      channel: 'email',
      providerMessageId: null,
      sentAt: type === 'delivery.failed' ? null : at,
      deliveredAt: type === 'delivery.delivered' ? at : null,
    },
    error: ERRORS[type] ?? null,
  });
  return { notificationId, body: JSON.stringify(payload) };
}
