import { attemptMessage } from '../../core/webhooks/attempt-message';
import type { WebhookAttempt, WebhookDelivery } from '../../store/webhooks/deliveries';
import type { WebhookEventLine } from '../../store/webhooks/events';
import type { WebhookEndpoint } from '../../store/webhooks/endpoints';

/** Who looks at an event. Only operators see what the endpoint answered (WEBHOOK-30). */
export type Viewer = 'owner' | 'operator';

/** An event as a list shows it. */
export function eventLineView(event: WebhookEventLine) {
  const last = event.attempts.at(-1);
  return {
    id: event._id,
    type: event.type,
    status: event.status,
    /** Null for a test event. */
    notification_id: event.test ? null : event.notificationId,
    test: event.test === true,
    created_at: event.createdAt.toISOString(),
    redelivered_at: event.redelivery?.at.toISOString() ?? null,
    redelivered_by: event.redelivery?.by ?? null,
    attempt_count: event.attempts.length,
    last_attempt: last ? attemptLine(last) : null,
  };
}

/** Whether the endpoint gets events at all. */
export const stateView = ({ isActive, failingSince, switchedOff }: WebhookEndpoint) => ({
  is_active: isActive,
  failing_since: failingSince?.toISOString() ?? null,
  switched_off_at: switchedOff?.at.toISOString() ?? null,
  switched_off_reason: switchedOff ? (switchedOff.reason ?? 'failing') : null,
});

/** An event with its request and its attempts. */
export const eventView = (event: WebhookDelivery, viewer: Viewer) => ({
  ...eventLineView(event),
  body: event.body,
  attempts: event.attempts.map((attempt) => attemptView(attempt, viewer)),
});

export const attemptView = (attempt: WebhookAttempt, viewer: Viewer) => ({
  ...attemptLine(attempt),
  url: attempt.url ?? null,
  headers: attempt.headers ?? null,
  ...(viewer === 'operator' && { answer: attempt.answer, error_detail: attempt.error }),
});

const attemptLine = (attempt: Pick<WebhookAttempt, 'id' | 'at' | 'durationMs' | 'status' | 'error'>) => ({
  id: attempt.id,
  at: attempt.at.toISOString(),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  error: attemptMessage(attempt),
});
