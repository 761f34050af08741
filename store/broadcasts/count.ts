import type { BroadcastCounts } from '../../core/broadcasts/broadcast';
import { countsOf } from '../../core/broadcasts/counts';
import { rateOf } from '../../core/broadcasts/rate';
import type { Store } from '../store';
import type { Broadcast, Counted } from './broadcasts';

type CountStores = Pick<Store, 'broadcasts' | 'broadcastRecipients' | 'now'>;

/** Counts the recipients of a broadcast that has begun or ended, and stores the counts. */
export async function countBroadcast(
  { broadcasts, broadcastRecipients, now }: CountStores,
  broadcast: Broadcast,
): Promise<Counted> {
  const { _id, counted, startedAt } = broadcast;
  const count = async (): Promise<{ counts: BroadcastCounts; at: Date }> => {
    // From before the count: of two that overlap, the one that began later is kept.
    const at = now();
    return { at, counts: countsOf(broadcast, await broadcastRecipients.tally(_id)) };
  };
  const from = performance.now();
  let { at, counts } = await count();
  // The numbers of one count are not of one moment. When nothing waits, they change no more.
  if (counts.waiting === 0 && counts.ahead === 0 && !isFinal(counted)) ({ at, counts } = await count());
  const tookMs = performance.now() - from;
  const earlier = counted && { ...counted, reached: counted.accepted };
  const rate = startedAt && rateOf(earlier, startedAt, { at, reached: counts.accepted });
  const fresh = { ...counts, at, tookMs, rate };
  await broadcasts.setCounted(_id, fresh);
  return fresh;
}

const isFinal = (counted: Counted | null): boolean => counted?.waiting === 0 && counted.ahead === 0;
