import type { Router } from 'express';
import { signalBody } from '../../core/schemas/send';
import type { ApiDeps } from '../deps';
import { ApiError, parse } from '../http/api-error';
import { callerOf } from '../http/middleware/authenticate';
import { resource } from '../http/resource';
import { oneRecipient } from './one-recipient';
import { signalNotifications } from './signal-notifications';

/** The route that signals sequences in code (docs/reference/rules/notifications.md). */
export function signalRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/v1/signal/:event', {
    post: async (request, response) => {
      const caller = callerOf(response);
      const name = String(request.params.event);
      const event = await deps.cached.event(caller.scope, name);
      if (!event) throw new ApiError('EVENT_NOT_FOUND', `There is no event ${name}.`);
      const { to, signal, args } = parse(signalBody, request.body);
      const asked = { name: signal, args: args ?? [] };
      const signalled = await signalNotifications(deps, caller, event, oneRecipient(to), asked);
      response.json({ success: true, signalled });
    },
  });
}
