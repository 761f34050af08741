/** The part of an attempt's result that decides what happens next. */
export type WebhookAttemptResult =
  | { kind: 'answered'; status: number }
  | { kind: 'failed'; reason: 'timeout' | 'connection' | 'tls' | 'refused_address' | 'dns' };

/** Milliseconds before each of the five retries (WEBHOOK-25). */
const RETRY_DELAYS_MS = [10_000, 40_000, 160_000, 640_000, 2_560_000];
const JITTER = 0.1;

/** Attempts that an event has: the first one, and five retries (WEBHOOK-25). */
export const WEBHOOK_ATTEMPTS = 1 + RETRY_DELAYS_MS.length;

/**
 * What an attempt's result means (WEBHOOK-23, WEBHOOK-24, WEBHOOK-26): 2xx is success; 5xx, a timeout or a
 * connection that failed (a name that does not resolve and bad TLS among them) is retried; every other
 * answer, 3xx included, is permanent. So is an address that may not be reached: the endpoint is at fault,
 * and five more tries would be five more probes.
 */
export function classifyWebhookAnswer(result: WebhookAttemptResult): 'success' | 'retry' | 'permanent' {
  if (result.kind === 'failed') return result.reason === 'refused_address' ? 'permanent' : 'retry';
  if (result.status >= 200 && result.status <= 299) return 'success';
  return result.status >= 500 && result.status <= 599 ? 'retry' : 'permanent';
}

/**
 * Milliseconds to wait after `attemptsMade` attempts, the first one included, ±10 %; null when no retry is
 * left, that is after the sixth. `random` is in [0, 1), as Math.random() gives it.
 */
export function webhookRetryDelayMs(attemptsMade: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[attemptsMade - 1];
  return delay === undefined ? null : aboutMs(delay, random);
}

/** Returns a wait ±10 %, milliseconds. `random` is in [0, 1), as Math.random() gives it. */
export const aboutMs = (ms: number, random: number): number =>
  Math.round(ms * (1 - JITTER + 2 * JITTER * random));
