const INITIAL_MS = 1000;
const MAXIMUM_MS = 120_000;

/**
 * Milliseconds before the next attempt of a SEND, as the retry policy in workflows/activities.ts has it, or later
 * where the provider asks; but not past the end of `retry_for`, so that the message is settled then.
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
