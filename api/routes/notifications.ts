import type { Router } from 'express';
import { isUuid } from '../../core/recipient';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../deps';
import { callerOf } from '../middleware/authenticate';
import { notificationView } from '../notification-view';
import { resource } from '../resource';

/** Reading a notification (interface 4.3). */
export function notificationRoutes(router: Router, { store }: ApiDeps): void {
  resource(router, '/v1/notifications/:id', {
    get: async (request, response) => {
      const id = String(request.params.id).toLowerCase();
      const found = isUuid(id) ? await store.notifications.getInScope(id, callerOf(response).scope) : null;
      if (!found) throw new ApiError('NOTIFICATION_NOT_FOUND', 'There is no notification with this id.');
      response.json(notificationView(found));
    },
  });
}
