import { newId } from '../shared/ids';
import { isAboutMessage, type WebhookEventType, webhookEventRow } from './event';
import { buildWebhookPayload } from './payload';
import { buildPreferencePayload } from './preference-payload';

/** `event_name` of test events. Nothing else marks them, so no event should have this name. */
export const TEST_EVENT_NAME = 'webhook.test';

const MESSAGE = 'This is a test event: no message was sent.';

/** Returns the body of a test event of a type, and the id of its notification, which does not exist. */
export function buildTestEvent(type: WebhookEventType, at: Date): { notificationId: string; body: string } {
  const notificationId = newId();
  if (!isAboutMessage(type)) {
    const changes = [{ category: TEST_EVENT_NAME, channel: null, was: null, on: false }];
    const payload = buildPreferencePayload({ contactId: newId(), externalId: null, at, by: 'api', changes });
    return { notificationId, body: JSON.stringify(payload) };
  }
  const { outcome, receipts, error } = webhookEventRow(type);
  const payload = buildWebhookPayload({
    type,
    occurredAt: at,
    notificationId,
    eventName: TEST_EVENT_NAME,
    message: {
      id: newId(),
      channel: 'email',
      providerMessageId: null,
      sentAt: outcome === 'failed' ? null : at,
      deliveredAt: receipts.includes('delivered') ? at : null,
    },
    error: error && { code: error.code, message: MESSAGE },
  });
  return { notificationId, body: JSON.stringify(payload) };
}
