import type { DeliverResult } from '../activities-contract';

/** Returns what a SEND waits for until a time: in the details of its workflow, and as the summary of its timer. */
export function waitOf({ folded, isWarmingUp }: Pick<DeliverResult, 'folded' | 'isWarmingUp'>): {
  reason: string;
  summary: string;
} {
  if (isWarmingUp) return { reason: 'the next day of a warm-up', summary: 'Next day of a warm-up' };
  if (folded)
    return { reason: 'the digest of what is over a limit', summary: 'Digest of what is over a limit' };
  return { reason: 'quiet hours', summary: 'Quiet hours' };
}
