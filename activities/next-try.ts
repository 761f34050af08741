/** Minimum and maximum delay, milliseconds. */
const [SOONEST_MS, LATEST_MS] = [60_000, 3_600_000];

/** Returns when something that failed is tried again: after as long as it has waited, a minute at least and an hour at most. */
export function nextTryOf(since: Date, now: Date): Date {
  const waited = now.getTime() - since.getTime();
  return new Date(now.getTime() + Math.min(LATEST_MS, Math.max(SOONEST_MS, waited)));
}
