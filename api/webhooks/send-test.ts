import { newId } from '../../core/ids';
import type { WebhookEventType } from '../../core/webhook-event';
import { buildTestEvent } from '../../core/webhook-test-event';
import type { WebhookDelivery } from '../../store/webhook-deliveries';
import type { WebhookEndpoint } from '../../store/webhooks';
import type { ApiDeps } from '../deps';

/** The 10 s of an attempt (interface 6.4) and what the way to it takes. */
const WAIT_MS = 13_000;

/** Sends a test event, also to an endpoint that is off, and waits for its one attempt; it may still be pending then. */
export async function sendTest(
  { store, dispatcher }: ApiDeps,
  endpoint: WebhookEndpoint,
  type: WebhookEventType,
): Promise<WebhookDelivery> {
  const at = new Date();
  const { notificationId, body } = buildTestEvent(type, at);
  const event: WebhookDelivery = {
    ...{ _id: newId(), endpointId: endpoint._id, scope: endpoint.scope, notificationId, contactId: null },
    ...{ type, status: 'pending', body, attempts: [], createdAt: at, test: true, dueAt: at },
  };
  await store.webhookEvents.insert(event);
  await dispatcher.tellAndWait(event, WAIT_MS);
  return (await store.webhookDeliveries.get(event._id)) ?? event;
}
