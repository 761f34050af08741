import type { Router } from 'express';
import {
  notificationsQuery,
  retryManyBody,
  retryOneBody,
  signalOneBody,
} from '../../../core/schemas/operators';
import type { ApiDeps } from '../../deps';
import { notificationNotFound, parse } from '../../http/api-error';
import { nextCursor, placeOf } from '../../http/cursor';
import { resource } from '../../http/resource';
import { cancelNotification } from '../../sending/cancel-notifications';
import { adminOf, recordChange } from '../../http/access/audit';
import { applicationIn } from '../applications/application-in';
import { detailsOf } from './details';
import { idIn } from './id-in';
import { reopenNotification } from './reopen';
import { retryNotification } from './retry';
import { retryPage } from './retry-page';
import { signalNotification } from './signal';
import { validateFilters } from './validate-filters';
import { lineView, retryPageView } from './view';

/** Routes of operators for notifications: list, view, cancel, retry, reopen, signal. */
export function adminNotificationRoutes(router: Router, deps: ApiDeps): void {
  const { store, dispatcher } = deps;
  const ofApplication = '/admin/v1/applications/:app/notifications';
  const ofOne = '/admin/v1/notifications/:id';

  resource(router, ofApplication, {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const { after, ...query } = parse(notificationsQuery, request.query);
      const filters = await validateFilters(store, application, { ...query, after: placeOf(after) });
      const found = await store.operators.list(filters);
      response.json({
        success: true,
        notifications: found.map((line) => lineView(line, application)),
        next: nextCursor(found, query.limit, ({ startedAt }) => startedAt),
      });
    },
  });

  resource(router, `${ofApplication}/retry`, {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { dry_run, after, ...query } = parse(retryManyBody, request.body);
      const filters = await validateFilters(store, application, { ...query, after: placeOf(after) });
      const page = await retryPage(deps, filters, { dryRun: dry_run });
      const { retried, refused, skipped } = page;
      await recordChange(response, {
        about: [application._id, ...(dry_run ? [] : retried.map(({ retryOf }) => retryOf))],
        after: { dry_run, retried: retried.length, refused: refused.length, skipped },
      });
      response.json({ success: true, ...retryPageView(page, dry_run) });
    },
  });

  resource(router, ofOne, {
    get: async (request, response) => {
      const notification = await detailsOf(deps, await idIn(store, request));
      response.json({ success: true, notification });
    },
  });

  resource(router, `${ofOne}/cancel`, {
    post: async (request, response) => {
      const id = await idIn(store, request);
      const cancelled = await cancelNotification(deps, id, `admin key ${adminOf(response).name}`);
      const found = await store.notifications.get(id);
      if (!found) throw notificationNotFound();
      const about = [id, found.applicationId];
      await recordChange(response, { about, after: { cancelled, status: found.status } });
      response.json({ success: true, cancelled, notification: { id, status: found.status } });
    },
  });

  resource(router, `${ofOne}/retry`, {
    post: async (request, response) => {
      const id = await idIn(store, request);
      const { notification, isNew } = await retryNotification(deps, id, parse(retryOneBody, request.body));
      const { _id, applicationId, status } = notification;
      await recordChange(response, { about: [id, _id, applicationId], after: { id: _id } });
      if (isNew) await dispatcher.start(notification);
      response.json({ success: true, retried: isNew, notification: { id: _id, retry_of: id, status } });
    },
  });

  resource(router, `${ofOne}/reopen`, {
    post: async (request, response) => {
      const reopened = await reopenNotification(deps, await idIn(store, request));
      const { _id: id, status } = reopened;
      await recordChange(response, { about: [id, reopened.applicationId], after: { status } });
      await dispatcher.start(reopened);
      response.json({ success: true, notification: { id, status } });
    },
  });

  resource(router, `${ofOne}/signal`, {
    post: async (request, response) => {
      const { name, args = [] } = parse(signalOneBody, request.body);
      const id = await idIn(store, request);
      const checked = await signalNotification(deps, id, { name, args });
      await recordChange(response, { about: [id], after: { name } });
      response.json({ success: true, checked, notification: { id } });
    },
  });
}
