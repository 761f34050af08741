import type { Router } from 'express';
import { cancelBody } from '../../core/schemas/send';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { resource } from '../http/resource';
import { cancelNotifications } from './cancel-notifications';
import { oneRecipient } from './one-recipient';

/** The route that cancels pending notifications (docs/reference/rules/notifications.md). */
export function cancelRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/v1/cancel/:event', {
    post: async (request, response) => {
      const caller = callerOf(response);
      const name = String(request.params.event);
      const event = await deps.cached.event(caller.scope, name);
      if (!event) throw new ApiError('EVENT_NOT_FOUND', `There is no event ${name}.`);
      const { to } = parse(cancelBody, request.body);
      const cancelled = await cancelNotifications(deps, caller, event.name, oneRecipient(to));
      response.json({ success: true, cancelled });
    },
  });
}
