import type { Request, Response, Router } from 'express';
import { redeliverBody, testEventBody, webhookEventsQuery } from '../../core/schemas/webhook-events';
import type { WebhookDelivery } from '../../store/webhook-deliveries';
import type { WebhookEndpoint } from '../../store/webhooks';
import { recordChange } from '../access/audit';
import { ApiError, parse } from '../api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../resource';
import { placeOf, placeText } from './event-place';
import type { Viewer } from './event-view';
import { eventLineView, eventView, stateView } from './event-view';
import { redeliverOne, redeliverPage } from './redeliver';
import { sendTest } from './send-test';

export interface EventRoutesOptions {
  /** Path of the endpoint. */
  base: string;
  viewer: Viewer;
  /** The endpoint that a request is about; ApiError where it names none. */
  endpointIn: (request: Request, response: Response) => Promise<WebhookEndpoint>;
}

const PAGE = 100;

/** An endpoint's events: looking at them, having them told once more, and test events; for its owner and for operators. */
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
      const place = after === undefined ? undefined : placeOf(after);
      const found = await store.webhookEvents.list({ ...query, endpointId: endpoint._id, after: place });
      const last = found.length === query.limit ? found.at(-1) : undefined;
      response.json({
        success: true,
        events: found.map(eventLineView),
        next: last ? placeText(last) : null,
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
      const { _id: id } = await eventIn(request, endpoint);
      const redelivered = await redeliverOne(deps, endpoint, { id, by: viewer });
      await recordChange(response, { about: [id, endpoint._id], after: { redelivered } });
      response.json({ success: true, redelivered, event: eventLineView(await eventIn(request, endpoint)) });
    },
  });

  resource(router, `${base}/redeliver`, {
    post: async (request, response) => {
      const endpoint = await endpointIn(request, response);
      const { since, until, after, limit = PAGE } = parse(redeliverBody, request.body);
      const page = await redeliverPage(deps, endpoint, {
        since: new Date(since),
        until: until === undefined ? new Date() : new Date(until),
        after: after === undefined ? undefined : placeOf(after),
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
