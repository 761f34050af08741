import { causeOf, lastFailureOf } from '../../../core/sending/failure-keys';
import { SENSITIVE } from '../../../core/sending/sensitive';
import type { Vault } from '../../../core/shared/vault';
import type { Application } from '../../../store/accounts/applications';
import type { Batch } from '../../../store/notifications/batches';
import { openContent } from '../../../store/notifications/content';
import type { Message, Notification } from '../../../store/notifications/model';
import type { NotificationLine } from '../../../store/notifications/operators';
import type { WebhookDelivery } from '../../../store/webhooks/deliveries';
import type { Progress } from '../../../temporal/progress';
import { cursorOf } from '../../http/cursor';
import { messageView, notificationView } from '../../notifications/view';
import { operatorAttemptView } from '../webhooks/view';
import { nextStepOf } from './next-step';
import { storyOf } from './story';
import type { RetryPage } from './retry-page';

interface Beside {
  vault: Vault;
  batch: Batch | null;
  deliveries: WebhookDelivery[];
  application: Application | null;
  progress: Progress | null;
}

/** Returns a notification as operators see it: with its attempts, the providers' words, and what was rendered. */
export function detailsView(
  found: Notification,
  { vault, batch, deliveries, application, progress }: Beside,
) {
  const names = new Map(application?.integrations?.map(({ id, name }) => [id, name]));
  const failing = progress?.taskFailing;
  const next = nextStepOf({ notification: found, application, progress, now: new Date() });
  return {
    ...notificationView(found),
    /** Its application's name. Null: the application is gone. */
    application: application?.name ?? null,
    application_id: found.applicationId,
    environment: found.environment,
    /** Null: it goes to a Slack channel. */
    contact_id: found.contactId,
    retry_of: found.retryOf ?? null,
    retried_as: found.retriedAs ?? null,
    /** Why it failed, if no message says so. */
    failure: found.failure ?? null,
    reopened_at: found.reopenedAt?.toISOString() ?? null,
    payload: payloadOf(found, batch, vault),
    /** What its workflow says about itself while it is open. Null if Temporal or a worker did not answer in time. */
    details: progress?.details ?? null,
    /** What it does next while it is open: when, by whom, and why the last attempt failed. Null if it is over or unknown. */
    next,
    /** Everything that happened, oldest first. */
    story: storyOf({ notification: found, deliveries, application, progress, next }),
    /** Set while its workflow's code cannot go on. */
    task_failing: failing ? { ...failing, since: failing.since?.toISOString() ?? null } : null,
    in_flight_since: found.inFlight?.at.toISOString() ?? null,
    messages: found.messages.map((message) => ({ ...messageView(message), ...operatorView(message, names) })),
    webhooks: deliveries.map(({ _id, type, status, attempts }) => ({
      ...{ id: _id, type, status },
      attempts: attempts.map(operatorAttemptView),
    })),
  };
}

function payloadOf(found: Notification, batch: Batch | null, vault: Vault): unknown {
  if (found.contentRemoved) return null;
  return found.sensitive ? SENSITIVE : JSON.parse(openContent(vault, batch ?? found).payload ?? '{}');
}

/** `names` has the integrations that exist, by id. */
const operatorView = (message: Message, names: ReadonlyMap<string, string>) => ({
  step: message.step,
  address: message.address,
  provider: message.provider,
  provider_message_id: message.providerMessageId,
  /** Null before the first attempt, and after its content was removed. */
  rendered: message.rendered,
  attempts: message.attempts.map((attempt) => ({
    id: attempt.id,
    at: attempt.at.toISOString(),
    provider: attempt.provider,
    /** The integration, or what stands for one: `service_smtp`, `push`, `sandbox`. */
    provider_id: attempt.providerId ?? null,
    /** The integration's name. Null if there is none, or none any more. */
    integration: names.get(attempt.providerId ?? '') ?? null,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    code: attempt.code,
    response: attempt.response,
    moves_on: attempt.movesOn ?? false,
  })),
  /** The rest of a provider that it waited for and made no attempt after. Null: there is none. */
  rest: restView(message, names),
  receipts: (message.receipts ?? []).map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail })),
  complained_at: message.complainedAt?.toISOString() ?? null,
});

function restView(message: Message, names: ReadonlyMap<string, string>) {
  const { rest } = message;
  if (!rest || lastFailureOf(message) !== rest) return null;
  const { provider, providerId, code, since } = rest;
  const integration = names.get(providerId) ?? null;
  return { provider, provider_id: providerId, integration, code, since: since.toISOString() };
}

/** Returns a notification as a list shows it. */
export const lineView = (line: NotificationLine, { integrations = [] }: Application) => ({
  id: line._id,
  event: line.event,
  status: line.status,
  contact_id: line.contactId,
  contact: { email: line.contact.email, name: line.contact.name },
  started_at: line.startedAt.toISOString(),
  completed_at: line.completedAt?.toISOString() ?? null,
  messages: line.messages.map((message) => {
    const { channel, status, address, provider, error } = message;
    const last = lastFailureOf(message);
    const providerId = last?.providerId ?? null;
    const integration = integrations.find(({ id }) => id === providerId)?.name ?? null;
    return {
      channel,
      status,
      /** Null also for push: the tokens of devices tell an operator nothing. */
      address: channel === 'push' ? null : address,
      provider: last?.provider ?? provider,
      provider_id: providerId,
      integration,
      error_code: error?.code ?? null,
      /** Why it expired: what the last attempt failed with, or what put its provider to rest. Null with any other error. */
      cause_code: error && causeOf(error.code, last),
    };
  }),
  retry_of: line.retryOf ?? null,
  retried_as: line.retriedAs ?? null,
});

/** Returns a page of retries as the route answers it. With a dry run nothing has an `id`. */
export const retryPageView = ({ retried, refused, skipped, last }: RetryPage, dryRun: boolean) => ({
  retried: retried.map(({ id, retryOf, event, startedAt }) => ({
    ...(dryRun ? {} : { id }),
    retry_of: retryOf,
    event,
    started_at: startedAt.toISOString(),
  })),
  refused: refused.map(({ id, code, message }) => ({ id, code, error: message })),
  skipped,
  next: last && cursorOf(last.startedAt, last._id),
});
