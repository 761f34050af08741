import type { Router } from 'express';
import { notificationsQuery, retryManyBody, retryOneBody, signalBody } from '../../core/schemas/operators';
import type { Application } from '../../store/accounts/applications';
import type { NotificationLine } from '../../store/notifications/operators';
import { recordChange } from './access/audit';
import { ApiError, parse } from '../http/api-error';
import { cursorOf, nextCursor, placeOf } from '../http/cursor';
import type { ApiDeps } from '../deps';
import { validateFilters } from './notifications/validate-filters';
import { reopenNotification } from './notifications/reopen';
import { retryNotification } from './notifications/retry';
import { retryPage } from './notifications/retry-page';
import { signalNotification } from './notifications/signal';
import { resource } from '../http/resource';
import { cancelNotification } from '../sending/cancel-notifications';
import { applicationIn } from './applications';

/** What operators do with notifications: find them, cancel, make failed ones again, open closed ones again. */
export function operatorRoutes(router: Router, deps: ApiDeps): void {
  const { store, dispatcher } = deps;
  const ofApplication = '/admin/v1/applications/:app/notifications';
  const ofOne = '/admin/v1/notifications/:id';

  resource(router, ofApplication, {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, error_code, after, ...query } = parse(notificationsQuery, request.query);
      const scope = { applicationId: application._id, environment };
      const place = placeOf(after);
      const filters = await validateFilters(store, { application, scope }, { ...query, after: place });
      const found = await store.operators.list({ ...filters, errorCode: error_code, scope });
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
      const { environment, error_code, dry_run, after, ...rest } = parse(retryManyBody, request.body);
      const scope = { applicationId: application._id, environment };
      const query = { ...rest, after: placeOf(after) };
      const filters = await validateFilters(store, { application, scope }, query);
      const page = await retryPage(deps, { ...filters, errorCode: error_code, scope }, { dryRun: dry_run });
      const { retried, refused, skipped, last } = page;
      await recordChange(response, {
        about: [application._id, ...(dry_run ? [] : retried.map(({ retryOf }) => retryOf))],
        after: { dry_run, retried: retried.length, refused: refused.length, skipped },
      });
      response.json({
        success: true,
        retried: retried.map(({ id, retryOf, event, startedAt }) => ({
          ...(dry_run ? {} : { id }),
          retry_of: retryOf,
          event,
          started_at: startedAt.toISOString(),
        })),
        refused: refused.map(({ id, code, message }) => ({ id, code, error: message })),
        skipped,
        next: last && cursorOf(last.startedAt, last._id),
      });
    },
  });

  resource(router, `${ofOne}/cancel`, {
    post: async (request, response) => {
      const id = String(request.params.id);
      const cancelled = await cancelNotification(deps, id);
      const found = await store.notifications.get(id);
      if (!found) throw new ApiError('NOTIFICATION_NOT_FOUND', 'There is no notification with this id.');
      const about = [id, found.applicationId];
      await recordChange(response, { about, after: { cancelled, status: found.status } });
      response.json({ success: true, cancelled, notification: { id, status: found.status } });
    },
  });

  resource(router, `${ofOne}/retry`, {
    post: async (request, response) => {
      const id = String(request.params.id);
      const { notification, isNew } = await retryNotification(deps, id, parse(retryOneBody, request.body));
      const { _id, applicationId, status } = notification;
      await recordChange(response, { about: [id, _id, applicationId], after: { id: _id } });
      if (isNew) await dispatcher.start(notification);
      response.json({ success: true, retried: isNew, notification: { id: _id, retry_of: id, status } });
    },
  });

  resource(router, `${ofOne}/reopen`, {
    post: async (request, response) => {
      const reopened = await reopenNotification(deps, String(request.params.id));
      const { _id: id, status } = reopened;
      await recordChange(response, { about: [id, reopened.applicationId], after: { status } });
      await dispatcher.start(reopened);
      response.json({ success: true, notification: { id, status } });
    },
  });

  resource(router, `${ofOne}/signal`, {
    post: async (request, response) => {
      const { name } = parse(signalBody, request.body);
      const signalled = await signalNotification(deps, String(request.params.id), name);
      await recordChange(response, { about: [], after: { name } });
      response.json({ success: true, ...signalled });
    },
  });
}

const lineView = (line: NotificationLine, { integrations = [] }: Application) => ({
  id: line._id,
  event: line.event,
  status: line.status,
  contact_id: line.contactId,
  started_at: line.startedAt.toISOString(),
  completed_at: line.completedAt?.toISOString() ?? null,
  messages: line.messages.map(({ channel, status, provider, error, attempts }) => {
    const providerId = attempts.at(-1)?.providerId ?? null;
    return {
      ...{ channel, status, provider },
      provider_id: providerId,
      integration: integrations.find(({ id }) => id === providerId)?.name ?? null,
      error_code: error?.code ?? null,
    };
  }),
  retry_of: line.retryOf ?? null,
  retried_as: line.retriedAs ?? null,
});
