import type { Request, Response, Router } from 'express';
import { CLOCKS_DIFFER_MS } from '../../core/shared/clocks-differ';
import { redeliverBody, testEventBody, webhookEventsQuery } from '../../core/schemas/webhook-events';
import type { WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { recordChange } from '../http/access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { nextCursor, placeOf } from '../http/cursor';
import { resource } from '../http/resource';
import { type Viewer, eventLineView, eventView, stateView } from './event-view';
import { redeliverOne, redeliverPage } from './redeliver';
import { sendTest } from './send-test';

interface EventRoutesOptions {
  /** Path of the endpoint. */
  base: string;
  viewer: Viewer;
  /** Returns the endpoint of a request. Throws an ApiError if there is none. */
  endpointIn: (request: Request, response: Response) => Promise<WebhookEndpoint>;
}

const PAGE = 100;

/** Returns the latest time that any clock may show now. */
const latestNow = (): Date => new Date(Date.now() + CLOCKS_DIFFER_MS);

/** Routes of an endpoint's events, for its owner and for operators: list, view, redeliver, test. */
export function eventRoutes(
  router: Router,
  deps: ApiDeps,
  { base, viewer, endpointIn }: EventRoutesOptions,
): void {
  const { store } = deps;

  async function eventIn(request: Request, endpoint: WebhookEndpoint): Promise<WebhookDelivery> {
    const found = await store.webhookDeliveries.get(String(request.params.id));
    if (found?.endpointId === endpoint._id) return found;
    const message = 'This endpoint has no such event, or it is no longer kept.';
    throw new ApiError('WEBHOOK_EVENT_NOT_FOUND', message);
  }

  resource(router, `${base}/events`, {
    get: async (request, response) => {
      const endpoint = await endpointIn(request, response);
      const { after, ...query } = parse(webhookEventsQuery, request.query);
      const filters = { ...query, endpointId: endpoint._id, after: placeOf(after) };
      const found = await store.webhookEvents.list(filters);
      response.json({
        success: true,
        events: found.map(eventLineView),
        next: nextCursor(found, query.limit, ({ createdAt }) => createdAt),
        webhook: stateView(endpoint),
      });
    },
  });

  resource(router, `${base}/events/:id`, {
    get: async (request, response) => {
      const event = await eventIn(request, await endpointIn(request, response));
      response.json({ success: true, event: eventView(event, viewer) });
    },
  });

  resource(router, `${base}/events/:id/redeliver`, {
    post: async (request, response) => {
      const endpoint = await endpointIn(request, response);
      const event = await eventIn(request, endpoint);
      const redelivered = await redeliverOne(deps, endpoint, { event, by: viewer });
      await recordChange(response, { about: [event._id, endpoint._id], after: { redelivered } });
      response.json({ success: true, redelivered, event: eventLineView(await eventIn(request, endpoint)) });
    },
  });

  resource(router, `${base}/redeliver`, {
    post: async (request, response) => {
      const endpoint = await endpointIn(request, response);
      const { since, until, after, limit = PAGE } = parse(redeliverBody, request.body);
      const page = await redeliverPage(deps, endpoint, {
        since,
        until: until ?? latestNow(),
        after: placeOf(after),
        limit,
        by: viewer,
      });
      await recordChange(response, { about: [endpoint._id], after: { since, until: until ?? null } });
      response.json({ success: true, ...page });
    },
  });

  resource(router, `${base}/test`, {
    post: async (request, response) => {
      const endpoint = await endpointIn(request, response);
      const { type = 'delivery.sent' } = parse(testEventBody, request.body ?? {});
      const event = await sendTest(deps, endpoint, type);
      await recordChange(response, { about: [endpoint._id, event._id], after: { type } });
      response.json({ success: true, event: eventView(event, viewer) });
    },
  });
}
