import { openText, sealedFor } from '../core/at-rest';
import { signWebhook } from '../core/webhook-signature';
import type { WebhookAttempt } from '../store/webhook-deliveries';
import type { WebhookEndpoint } from '../store/webhooks';
import type { WebhookRequest, WebhookResult } from '../webhooks/sender';
import type { ActivityDeps } from './deps';

/** One attempt's request, signed with the endpoint's secret, and with the one before it while that is being rotated away. */
export function signedRequest(
  { webhookBrand, vault }: Pick<ActivityDeps, 'webhookBrand' | 'vault'>,
  { _id, url, signingSecret, previousSecret }: WebhookEndpoint,
  { eventId, attemptId, at, body }: { eventId: string; attemptId: string; at: Date; body: string },
): WebhookRequest {
  const isRotated = previousSecret !== undefined && previousSecret.until > at;
  const context = sealedFor.webhook(_id);
  const headers = signWebhook({
    secret: openText(vault, signingSecret, context),
    ...(isRotated && { previousSecret: openText(vault, previousSecret.secret, context) }),
    body,
    timestamp: Math.floor(at.getTime() / 1000),
    eventId,
    attemptId,
    brand: webhookBrand,
  });
  return { url, headers, body };
}

/** An attempt before its request, as it stays if the worker dies; the body is kept once, with its event. */
export const attemptBegun = (id: string, at: Date, { url, headers }: WebhookRequest): WebhookAttempt => ({
  ...{ id, at, durationMs: null, status: null, answer: null },
  error: 'unrecorded: the request is under way, or its worker died before it could record the answer',
  ...{ url, headers },
});

/** What became of an attempt. */
export function attemptEnded(begun: WebhookAttempt, result: WebhookResult): WebhookAttempt {
  const { durationMs } = result;
  return result.kind === 'answered'
    ? { ...begun, durationMs, status: result.status, answer: result.answerStart, error: null }
    : { ...begun, durationMs, error: `${result.reason}: ${result.error}` };
}
