const INITIAL_MS = 1000;
const MAXIMUM_MS = 120_000;

/**
 * Returns the milliseconds before the next attempt of a SEND: as the retry policy in workflows/activities.ts says, or more
 * if the provider asks for it. The delay ends with `retry_for` at the latest, so that the message is settled then.
 */
export function retryDelayMs(options: {
  attempt: number;
  retryAfterMs?: number;
  remainingMs: number;
}): number {
  const { attempt, retryAfterMs = 0, remainingMs } = options;
  const backoff = Math.min(INITIAL_MS * 2 ** Math.min(attempt - 1, 20), MAXIMUM_MS);
  return Math.max(1, Math.min(Math.max(backoff, retryAfterMs), remainingMs + 1));
}
