import type { Router } from 'express';
import { SENSITIVE } from '../../../core/sending/sensitive';
import { openContent } from '../../../store/notifications/content';
import type { Message } from '../../../store/notifications/model';
import { isOpen } from '../../../core/shared/statuses';
import type { Progress } from '../../../temporal/progress';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { notificationView } from '../../notifications/view';
import { resource } from '../../http/resource';

/** What operators see of a notification: its attempts, the providers' words, what was rendered. */
export function adminNotificationRoutes(router: Router, { store, vault, dispatcher }: ApiDeps): void {
  resource(router, '/admin/v1/notifications/:id', {
    get: async (request, response) => {
      const id = String(request.params.id);
      const found = await store.notifications.get(id);
      if (!found) throw new ApiError('NOTIFICATION_NOT_FOUND', 'There is no notification with this id.');
      const [batch, deliveries, application, progress] = await Promise.all([
        found.batchId === null ? null : store.batches.get(found.batchId),
        store.webhookDeliveries.ofNotification(id),
        store.applications.get(found.applicationId),
        isOpen(found.status) ? dispatcher.progress(id) : null,
      ]);
      const names = new Map(application?.integrations?.map(({ id: one, name }) => [one, name]));
      const view = notificationView(found);
      const notification = {
        ...view,
        application_id: found.applicationId,
        environment: found.environment,
        contact_id: found.contactId,
        retry_of: found.retryOf ?? null,
        retried_as: found.retriedAs ?? null,
        failure: found.failure ?? null,
        reopened_at: found.reopenedAt?.toISOString() ?? null,
        payload: found.contentRemoved
          ? null
          : found.sensitive
            ? SENSITIVE
            : (JSON.parse(openContent(vault, batch ?? found).payload ?? '{}') as unknown),
        details: progress?.details ?? null,
        task_failing: taskFailingView(progress),
        in_flight_since: found.inFlight?.at.toISOString() ?? null,
        messages: view.messages.map((message, index) => ({
          ...message,
          ...operatorView(found.messages[index], names),
        })),
        webhooks: deliveries.map(({ _id, type, status, attempts }) => ({ id: _id, type, status, attempts })),
      };
      response.json({ success: true, notification });
    },
  });
}

function taskFailingView(progress: Progress | null) {
  if (!progress?.taskFailing) return null;
  const { since, attempt, error } = progress.taskFailing;
  return { since: since?.toISOString() ?? null, attempt, error };
}

/** `names`: of the integrations that there are, by id. */
const operatorView = (message: Message | undefined, names: ReadonlyMap<string, string>) =>
  message && {
    step: message.step,
    address: message.address,
    provider: message.provider,
    provider_message_id: message.providerMessageId,
    rendered: message.rendered,
    attempts: message.attempts.map((attempt) => ({
      id: attempt.id,
      at: attempt.at.toISOString(),
      provider: attempt.provider,
      provider_id: attempt.providerId ?? null,
      integration: names.get(attempt.providerId ?? '') ?? null,
      duration_ms: attempt.durationMs,
      outcome: attempt.outcome,
      code: attempt.code,
      response: attempt.response,
      moves_on: attempt.movesOn ?? false,
    })),
    receipts: (message.receipts ?? []).map(({ at, kind, detail }) => ({
      at: at.toISOString(),
      kind,
      detail,
    })),
    complained_at: message.complainedAt?.toISOString() ?? null,
  };
