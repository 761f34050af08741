/** Past this a provider's wish is a mistake of its clock or ours. */
const LONGEST_MS = 24 * 3_600_000;

/** Milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3: seconds or a date). */
export function retryAfterMs(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}
