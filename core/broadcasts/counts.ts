import type { BroadcastCounts, BroadcastState, SkipCode } from './broadcast';

/** What became of the notifications of a broadcast. All but `made` and `delivered` add up to `made`. */
export interface RecipientTally {
  made: number;
  waiting: number;
  /** Those whose message a provider has accepted. */
  sent: number;
  /** Of `sent`: those that a receipt confirms. */
  delivered: number;
  failed: number;
  skipped: Partial<Record<SkipCode, number>>;
  cancelled: number;
}

const sumOf = (counts: Partial<Record<SkipCode, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

/**
 * Returns the counts of a broadcast (BROADCAST-5). Recipients without a notification are ahead while it may reach them. If it
 * was cancelled before, they are cancelled. If the whole audience was reached, they had left it. The parts decide, because the
 * numbers of a tally are not of one moment.
 */
export function countsOf(
  { state, total, reachedAt }: { state: BroadcastState; total: number | null; reachedAt: Date | null },
  { waiting, sent, delivered, failed, skipped, cancelled }: Omit<RecipientTally, 'made'>,
): BroadcastCounts {
  const reached = waiting + sent + failed + cancelled + sumOf(skipped);
  const unmade = Math.max(0, (total ?? 0) - reached);
  const isWhole = reachedAt !== null;
  const isCancelled = !isWhole && state === 'cancelled';
  const left = isWhole ? unmade : 0;
  return {
    total: total === null && !isWhole ? null : reached + unmade,
    ahead: isWhole || isCancelled ? 0 : unmade,
    accepted: reached,
    ...{ waiting, sent, delivered, failed },
    skipped: { ...skipped, ...(left > 0 && { LEFT: left }) },
    cancelled: cancelled + (isCancelled ? unmade : 0),
  };
}
