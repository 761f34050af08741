import type { Router } from 'express';
import { isUuid } from '../../core/shared/ids';
import { notificationNotFound } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../http/middleware/authenticate';
import { notificationView } from './view';
import { resource } from '../http/resource';

/** Reading a notification (docs/reference/rules/notifications.md). */
export function notificationRoutes(router: Router, { store }: ApiDeps): void {
  resource(router, '/v1/notifications/:id', {
    get: async (request, response) => {
      const id = String(request.params.id).toLowerCase();
      const found = isUuid(id) ? await store.notifications.getInScope(id, callerOf(response).scope) : null;
      if (!found) throw notificationNotFound();
      response.json(notificationView(found));
    },
  });
}
