import type { HttpAnswer } from './http-answer';

/** A longer wait is an error of the provider's clock or ours. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3: seconds or a date), at most
 * `longestMs`.
 */
export function retryAfterMs(
  header: string | undefined,
  now: number = Date.now(),
  longestMs: number = LONGEST_MS,
): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(longestMs, Math.max(0, Math.ceil(ms)));
}

/** Returns the milliseconds that `Retry-After` of an answer asks for. */
export const retryAfterOf = ({ headers }: HttpAnswer): number | undefined =>
  retryAfterMs(headers['retry-after']);
