import {
  aboutMs,
  classifyWebhookAnswer,
  WEBHOOK_ATTEMPTS,
  type WebhookAttemptResult,
  webhookRetryDelayMs,
} from './retry';

/** Plans of retries that an application can have (`webhook_retries`). */
export const WEBHOOK_RETRIES = ['standard', 'extended'] as const;
export type WebhookRetries = (typeof WEBHOOK_RETRIES)[number];

/** Seconds before each of the nine retries of the extended plan, 3 days in all (WEBHOOK-39). */
const EXTENDED_DELAYS_S = [10, 35, 120, 420, 1_500, 4_800, 16_200, 54_000, 182_115];
/** Statuses that only the extended plan retries. */
const EXTENDED_STATUSES = new Set([404, 408, 425, 429]);

/** Maximum time between the first and the last attempt of the extended plan, milliseconds. */
export const EXTENDED_MS = 1000 * EXTENDED_DELAYS_S.reduce((sum, seconds) => sum + seconds, 0);

/** Maximum number of attempts of a plan, the first one included. */
export const attemptsOf = (plan: WebhookRetries): number =>
  plan === 'extended' ? 1 + EXTENDED_DELAYS_S.length : WEBHOOK_ATTEMPTS;

/** Meaning of an attempt's result. `gone`: the endpoint asks to be disabled. */
export type AttemptMeaning = ReturnType<typeof classifyWebhookAnswer> | 'gone';

/** Returns what an attempt's result means in a plan (WEBHOOK-26, WEBHOOK-39, WEBHOOK-40). */
export function meaningOf(plan: WebhookRetries, result: WebhookAttemptResult): AttemptMeaning {
  if (plan === 'extended' && result.kind === 'answered') {
    if (result.status === 410) return 'gone';
    if (EXTENDED_STATUSES.has(result.status)) return 'retry';
  }
  return classifyWebhookAnswer(result);
}

interface Made {
  /** Attempts made, the last one included. */
  attempts: number;
  /** When the first of them began, milliseconds since 1970. */
  firstAt: number;
  /** Milliseconds that `Retry-After` of the last answer asks for; absent: nothing. */
  retryAfterMs?: number | undefined;
}

/**
 * Returns when an event is retried, milliseconds since 1970; null: no retry is left. In the extended plan `Retry-After` can
 * lengthen a wait until the end of the plan, and never shorten it. `random` is in [0, 1).
 */
export function nextAttemptAt(plan: WebhookRetries, made: Made, now: number, random: number): number | null {
  if (plan === 'standard') {
    const delayMs = webhookRetryDelayMs(made.attempts, random);
    return delayMs === null ? null : now + delayMs;
  }
  const seconds = EXTENDED_DELAYS_S[made.attempts - 1];
  const end = made.firstAt + EXTENDED_MS;
  if (seconds === undefined || now >= end) return null;
  return Math.min(end, now + Math.max(aboutMs(seconds * 1000, random), made.retryAfterMs ?? 0));
}
