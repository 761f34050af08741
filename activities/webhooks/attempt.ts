import { randomUUID } from 'node:crypto';
import { scopeOf } from '../../core/shared/scope';
import { type WebhookOutcome, counter } from '../../core/statistics/counter';
import { retryAfterMs } from '../../channels/http/retry-after';
import { attemptsOf, EXTENDED_MS, meaningOf, nextAttemptAt } from '../../core/webhooks/plan';
import { classifyWebhookAnswer, WEBHOOK_ATTEMPTS } from '../../core/webhooks/retry';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';
import { lookupsOf } from '../../net/resolver/owner';
import type { WebhookAttempt } from '../../store/webhooks/deliveries';
import type { ActivityDeps } from '../deps';
import { countWebhookAttempt, countWebhookEvent } from '../../telemetry/webhook-metrics';
import { inSpan, SpanKind } from '../../telemetry/tracing';
import { attemptBegun, attemptEnded, signedRequest } from './request';
import type { Due } from './due';
import { noteEndpointHealth } from './endpoint-health';

/**
 * What an attempt at an event came to: the event is `over`; it waits for its `retry` until `dueAt`; the endpoint was `busy`,
 * so no attempt was made; or another worker has the event now.
 */
export type Attempted = { kind: 'over' | 'busy' | 'elsewhere' } | { kind: 'retry'; dueAt: Date };

interface AttemptOptions {
  /** Whether the attempt waits for a free connection to the endpoint, for as long as a request may take. */
  patient: boolean;
  /** Stores an attempt before its request. Returns false if the event does not wait for it any more. */
  begin: (attempt: WebhookAttempt) => Promise<boolean>;
}

/** Makes one attempt at an event, if the endpoint has a free connection, and records it. */
export async function attemptWebhook(
  deps: ActivityDeps,
  due: Due,
  options: AttemptOptions,
): Promise<Attempted> {
  const { webhookDeliveries } = deps.store;
  const { delivery, endpoint, made } = due;
  const isTest = delivery.test === true;
  if (made >= (await mostAttempts(deps, due))) {
    // The worker of the last attempt died before it could record its end, or the application has fewer retries now.
    await webhookDeliveries.end(delivery, 'failed');
    return { kind: 'over' };
  }
  const turn = await deps.endpointConcurrency.take(endpoint._id, options.patient, () =>
    post(deps, due, options),
  );
  if (turn.kind === 'busy') return turn;
  if (turn.result === null) return { kind: 'elsewhere' };
  deps.fault('webhook-answered');
  const { meaning, record, at, plan, retryAfter } = turn.result;
  const now = deps.store.now().getTime();
  const next =
    meaning === 'retry' && !isTest
      ? nextAttemptAt(
          plan,
          {
            attempts: made + 1,
            firstAt: due.firstAt ?? record.at.getTime(),
            retryAfterMs: retryAfterMs(retryAfter, now, EXTENDED_MS),
          },
          now,
          Math.random(),
        )
      : null;
  const dueAt = next === null ? null : new Date(next);
  if (dueAt) await webhookDeliveries.recordRetry(delivery, record, dueAt);
  else await webhookDeliveries.record(delivery._id, meaning === 'success' ? 'delivered' : 'failed', record);
  const outcome: WebhookOutcome = dueAt ? 'retry' : meaning === 'success' ? 'delivered' : 'failed';
  deps.store.statistics.count(scopeOf(endpoint.scope), counter.webhook(outcome));
  if (outcome !== 'retry') countWebhookEvent(outcome);
  const ids = { notificationId: delivery.notificationId, eventId: delivery._id, endpointId: endpoint._id };
  if (outcome === 'failed') deps.log.warn({ ...ids, attempts: made + 1 }, 'a webhook event failed');
  await noteEndpointHealth(deps, endpoint, { kind: meaning, at, test: isTest });
  return dueAt ? { kind: 'retry', dueAt } : { kind: 'over' };
}

/** Stores an attempt and posts the event. Returns what is recorded of it, or null if the event does not wait any more. */
const post = (deps: ActivityDeps, due: Due, options: AttemptOptions) => {
  const attributes = {
    'heliograph.notification_id': due.delivery.notificationId,
    'heliograph.webhook_event_id': due.delivery._id,
    'heliograph.webhook_endpoint_id': due.endpoint._id,
  };
  return inSpan('post webhook', { kind: SpanKind.CLIENT, attributes }, async (set) => {
    const posted = await postNow(deps, due, options);
    if (posted) set({ 'heliograph.outcome': posted.meaning });
    return posted;
  });
};

async function postNow(deps: ActivityDeps, { delivery, endpoint, since }: Due, { begin }: AttemptOptions) {
  const attemptId = randomUUID();
  const at = deps.store.now();
  const { _id: eventId, body } = delivery;
  const request = signedRequest(deps, endpoint, { eventId, attemptId, at, body });
  // The clock of the API that took the redelivery may be ahead of ours. The attempt counts nevertheless.
  const begun = attemptBegun(attemptId, new Date(Math.max(at.getTime(), since)), request);
  if (!(await begin(begun))) return null;
  const { applicationId } = scopeOf(endpoint.scope);
  const result = await lookupsOf(applicationId, () => deps.webhooks.post(request));
  // The plan does not matter to a success, so a success costs no query.
  const plan = classifyWebhookAnswer(result) === 'success' ? 'standard' : await planOf(deps, endpoint);
  const meaning = meaningOf(plan, result);
  const answer = result.kind === 'answered' ? `${Math.floor(result.status / 100)}xx` : result.reason;
  countWebhookAttempt(meaning, answer, result.durationMs);
  const retryAfter = result.kind === 'answered' ? result.retryAfter : undefined;
  return { meaning, record: attemptEnded(begun, result), at, plan, retryAfter };
}

/** Returns the maximum number of attempts at an event. The plan is read only if it can matter. */
async function mostAttempts(deps: ActivityDeps, { delivery, endpoint, made }: Due): Promise<number> {
  if (delivery.test) return 1;
  return made < WEBHOOK_ATTEMPTS ? WEBHOOK_ATTEMPTS : attemptsOf(await planOf(deps, endpoint));
}

/** Returns the application's plan of retries as it is now. */
async function planOf({ store }: ActivityDeps, { scope }: WebhookEndpoint) {
  const application = await store.applications.get(scopeOf(scope).applicationId);
  return application?.webhookRetries ?? 'standard';
}
