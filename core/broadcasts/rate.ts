/** How long an earlier rate counts, seconds: after that, about a third of it is left. */
const MEMORY_SECONDS = 15;

/** What was known of the pace of a broadcast at a count. */
interface Earlier {
  at: Date;
  reached: number;
  /** Recipients a second. Absent or null: it was not known. */
  rate?: number | null;
}

/**
 * Returns how many recipients a second a broadcast reaches: over the time since an earlier count, and the shorter that is, the
 * more by the rate of then. Without a rate of then, it is the average since the start. Null: no time has passed.
 */
export function rateOf(
  earlier: Earlier | null,
  startedAt: Date,
  { at, reached }: { at: Date; reached: number },
): number | null {
  const rate = earlier?.rate ?? null;
  const from = earlier && rate !== null ? earlier : { at: startedAt, reached: 0 };
  const seconds = (at.getTime() - from.at.getTime()) / 1000;
  if (seconds <= 0) return rate;
  const since = Math.max(0, reached - from.reached) / seconds;
  if (rate === null) return since;
  return since + (rate - since) * Math.exp(-seconds / MEMORY_SECONDS);
}

/** Returns when the whole audience will have been reached at this rate. Null: that is not known. */
export function expectedEndOf(
  { at, ahead, rate }: { at: Date; ahead: number; rate: number | null },
  total: number | null,
): Date | null {
  if (total === null || rate === null || rate <= 0) return null;
  const end = at.getTime() + (ahead / rate) * 1000;
  // A date has bounds, and a rate near 0 says nothing.
  return end - at.getTime() > 365 * 86_400_000 ? null : new Date(end);
}
