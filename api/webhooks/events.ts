import type { z } from 'zod';
import { redeliverBody, testEventBody, type webhookEventsQuery } from '../../core/schemas/webhook-events';
import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import type { RedeliveredBy, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { nextCursor, placeOf } from '../http/cursor';
import { eventLineView, stateView } from './event-view';
import { redeliverOne, redeliverPage } from './redeliver';

// What routes of the owner and of operators do alike.

const PAGE = 100;

export const redeliverRequest = redeliverBody.meta({ id: 'RedeliverRequest' });
export const testEventRequest = testEventBody.meta({ id: 'TestEventRequest' });

/** Returns a page of an endpoint's events, the newest first. */
export async function listEvents(
  { store }: ApiDeps,
  endpoint: WebhookEndpoint,
  { after, ...query }: z.output<typeof webhookEventsQuery>,
) {
  const filters = { ...query, endpointId: endpoint._id, after: placeOf(after) };
  const found = await store.webhookEvents.list(filters);
  return {
    events: found.map(eventLineView),
    next: nextCursor(found, query.limit, ({ createdAt }) => createdAt),
    webhook: stateView(endpoint),
  };
}

/** Returns an event of an endpoint. Throws a 404 if there is none. */
export async function eventOf(
  { store }: ApiDeps,
  endpoint: WebhookEndpoint,
  id: string,
): Promise<WebhookDelivery> {
  const found = await store.webhookDeliveries.get(id);
  if (found?.endpointId === endpoint._id) return found;
  throw ApiError.of('WEBHOOK_EVENT_NOT_FOUND', []);
}

/** Redelivers an event, whatever its status is. `record` is told of it before the event is read again, which may fail. */
export async function redeliverEvent(
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { id, by, record }: { id: string; by: RedeliveredBy; record?: (redelivered: boolean) => Promise<void> },
) {
  const event = await eventOf(deps, endpoint, id);
  const redelivered = await redeliverOne(deps, endpoint, { event, by });
  await record?.(redelivered);
  return { redelivered, event: eventLineView(await eventOf(deps, endpoint, id)) };
}

/** Redelivers a page of failed and dropped events. */
export const redeliverEvents = (
  deps: ApiDeps,
  endpoint: WebhookEndpoint,
  { since, until, after, limit = PAGE }: z.output<typeof redeliverBody>,
  by: RedeliveredBy,
) =>
  redeliverPage(deps, endpoint, {
    // The latest time that any clock may show now.
    ...{ since, until: until ?? new Date(Date.now() + CLOCKS_DIFFER_MS) },
    ...{ after: placeOf(after), limit, by },
  });
