import { openText, sealedFor } from '../../core/shared/at-rest';
import { signWebhook } from '../../core/webhooks/signature';
import type { WebhookAttempt } from '../../store/webhooks/deliveries';
import { type WebhookEndpoint, previousSecrets } from '../../store/webhooks/endpoints';
import type { WebhookRequest, WebhookResult } from '../../net/sender';
import { traceHeaders } from '../../telemetry/tracing';
import type { ActivityDeps } from '../deps';

/** Returns one attempt's request, signed with the endpoint's secret, and with the earlier ones while they are rotated. */
export function signedRequest(
  { store, webhookBrand, vault }: Pick<ActivityDeps, 'store' | 'webhookBrand' | 'vault'>,
  endpoint: WebhookEndpoint,
  { eventId, attemptId, at, body }: { eventId: string; attemptId: string; at: Date; body: string },
): WebhookRequest {
  const { _id, url, signingSecret } = endpoint;
  const context = sealedFor.webhook(_id);
  const before = previousSecrets(endpoint, store.now());
  const headers = signWebhook({
    secret: openText(vault, signingSecret, context),
    previousSecrets: before.map(({ secret }) => openText(vault, secret, context)),
    body,
    timestamp: Math.floor(at.getTime() / 1000),
    eventId,
    attemptId,
    brand: webhookBrand,
  });
  return { url, headers: { ...headers, ...traceHeaders() }, body };
}

/** Returns an attempt as it is before its request, and stays if the worker dies. The body is stored once, with its event. */
export const attemptBegun = (id: string, at: Date, { url, headers }: WebhookRequest): WebhookAttempt => ({
  id,
  at,
  durationMs: null,
  status: null,
  answer: null,
  error: 'unrecorded: the request is under way, or its worker died before it could record the answer',
  url,
  headers,
});

/** Returns an attempt as it is after its request. */
export function attemptEnded(begun: WebhookAttempt, result: WebhookResult): WebhookAttempt {
  const { durationMs } = result;
  return result.kind === 'answered'
    ? { ...begun, durationMs, status: result.status, answer: result.answerStart, error: null }
    : { ...begun, durationMs, error: `${result.reason}: ${result.error}` };
}
