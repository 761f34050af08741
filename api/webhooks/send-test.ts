import { newId } from '../../core/shared/ids';
import type { WebhookEventType } from '../../core/webhooks/event';
import { buildTestEvent } from '../../core/webhooks/test-event';
import type { WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';

/** The 10 s of an attempt (WEBHOOK-23), and time to start it. */
const WAIT_MS = 13_000;

/** Sends a test event, even to an endpoint that is off, and waits for its one attempt. It may still be pending after. */
export async function sendTest(
  { store, dispatcher }: ApiDeps,
  endpoint: WebhookEndpoint,
  type: WebhookEventType = 'delivery.sent',
): Promise<WebhookDelivery> {
  const at = new Date();
  const { notificationId, body } = buildTestEvent(type, at);
  const event: WebhookDelivery = {
    _id: newId(),
    endpointId: endpoint._id,
    scope: endpoint.scope,
    notificationId,
    contactId: null,
    type,
    status: 'pending',
    body,
    attempts: [],
    createdAt: at,
    test: true,
    dueAt: at,
  };
  await store.webhookEvents.add(event);
  await dispatcher.deliverAndWait(event, WAIT_MS);
  return (await store.webhookDeliveries.get(event._id)) ?? event;
}
