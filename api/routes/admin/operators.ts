import type { Router } from 'express';
import {
  notificationsQuery,
  placeText,
  retryManyBody,
  retryOneBody,
  signalBody,
} from '../../../core/schemas/operators';
import type { Application } from '../../../store/applications';
import type { NotificationLine } from '../../../store/operators';
import { recordChange } from '../../access/audit';
import { ApiError, parse } from '../../api-error';
import type { ApiDeps } from '../../deps';
import { knownFilters } from '../../operators/known-filters';
import { reopenNotification } from '../../operators/reopen-notification';
import { retryNotification } from '../../operators/retry-notification';
import { retryPage } from '../../operators/retry-page';
import { signalNotification } from '../../operators/signal-notification';
import { resource } from '../../resource';
import { cancelNotification } from '../../sending/cancel-notifications';
import { applicationIn } from './applications';

/** What operators do with notifications: find them, cancel, make failed ones again, open closed ones again. */
export function operatorRoutes(router: Router, deps: ApiDeps): void {
  const { store, dispatcher } = deps;
  const ofApplication = '/admin/v1/applications/:app/notifications';
  const ofOne = '/admin/v1/notifications/:id';

  resource(router, ofApplication, {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, error_code, ...query } = parse(notificationsQuery, request.query);
      const scope = { applicationId: application._id, environment };
      const filters = await knownFilters(store, { application, scope }, query);
      const found = await store.operators.list({ ...filters, errorCode: error_code, scope });
      const next = found.length === query.limit ? found.at(-1) : undefined;
      response.json({
        success: true,
        notifications: found.map((line) => lineView(line, application)),
        next: next ? placeText(next) : null,
      });
    },
  });

  resource(router, `${ofApplication}/retry`, {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const { environment, error_code, dry_run, ...query } = parse(retryManyBody, request.body);
      const scope = { applicationId: application._id, environment };
      const filters = await knownFilters(store, { application, scope }, query);
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
        next: last && placeText(last),
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
      const made = await retryNotification(deps, id, parse(retryOneBody, request.body));
      await recordChange(response, { about: [id, made._id, made.applicationId], after: { id: made._id } });
      await dispatcher.start(made);
      response.json({ success: true, notification: { id: made._id, retry_of: id, status: made.status } });
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
