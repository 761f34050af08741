import type { AttemptMeaning } from '../core/webhooks/plan';
import { CALL_BUCKETS, counter, seconds } from './registry';

const attempts = counter(
  'webhook_attempts_total',
  'Attempts at webhook events, by what the answer means, and its status or why there was none.',
  ['outcome', 'answer'],
);
const durations = seconds(
  'webhook_attempt_duration_seconds',
  'Duration of attempts at webhook events.',
  CALL_BUCKETS,
);
const events = counter('webhook_events_total', 'Webhook events that ended, delivered or failed.', [
  'outcome',
]);
const disabled = counter(
  'webhook_endpoints_disabled_total',
  'Webhook endpoints that were disabled because they failed for too long (WEBHOOK_DISABLE_AFTER_DAYS) or answered 410.',
);

/** Counts an attempt. `answer` is a class of statuses such as 2xx, or the reason of the failure. */
export function countWebhookAttempt(meaning: AttemptMeaning, answer: string, tookMs: number): void {
  attempts.inc({ outcome: meaning === 'gone' ? 'permanent' : meaning, answer });
  durations.observe(tookMs / 1000);
}

export const countWebhookEvent = (outcome: 'delivered' | 'failed'): void => events.inc({ outcome });
export const countDisabledEndpoint = (): void => disabled.inc();
