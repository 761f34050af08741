import type { Router } from 'express';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../middleware/authenticate';
import { eventRoutes } from '../webhooks/event-routes';

/** What the owner of the webhook endpoint sees and does of its events. */
export function webhookEventRoutes(router: Router, deps: ApiDeps): void {
  eventRoutes(router, deps, {
    base: '/v1/webhooks/:uuid',
    viewer: 'owner',
    endpointIn: async (request, response) => {
      const endpoint = await deps.store.webhooks.ofScope(callerOf(response).scope);
      if (endpoint && endpoint._id === request.params.uuid) return endpoint;
      throw new ApiError('WEBHOOK_NOT_FOUND', 'There is no such webhook endpoint.');
    },
  });
}
