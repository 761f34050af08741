import type { Router } from 'express';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { eventRoutes } from './event-routes';

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
