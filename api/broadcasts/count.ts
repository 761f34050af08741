import { isLive } from '../../core/broadcasts/broadcast';
import { countsOf } from '../../core/broadcasts/counts';
import type { Broadcast, Counted } from '../../store/broadcasts/broadcasts';
import { countBroadcast } from '../../store/broadcasts/count';
import type { Store } from '../../store/store';

/** Maximum age of counts, milliseconds, and as a multiple of the time that they took (BROADCAST-6). */
const FRESH_MS = 1000;
const FRESH_TIMES = 50;
/** How long after its end a broadcast is counted again, because receipts still come, milliseconds. */
const RECEIPTS_MS = 86_400_000;

/** If the last count took longer, the next one goes on after the response, which has the stored counts, milliseconds. */
const AWAITED_MS = 1000;
/** The counts under way in this process. */
const underWay = new Map<string, Promise<Counted>>();

const NONE = { waiting: 0, sent: 0, delivered: 0, failed: 0, skipped: {}, cancelled: 0 };

/**
 * Returns the counts of a broadcast: stored ones if they are new enough, else it counts and stores them. A long count makes nobody
 * wait but the first who asks.
 */
export async function countedOf(store: Store, broadcast: Broadcast): Promise<Counted> {
  const { counted, startedAt, endedAt } = broadcast;
  const at = store.now();
  if (startedAt === null) return { ...countsOf(broadcast, NONE), at, tookMs: 0 };
  if (counted) {
    const ageMs = at.getTime() - counted.at.getTime();
    const isFresh = ageMs <= Math.max(FRESH_MS, FRESH_TIMES * counted.tookMs);
    // Later, retention may have removed recipients.
    const isFinal = endedAt !== null && at.getTime() - endedAt.getTime() > RECEIPTS_MS;
    if (isFresh || isFinal) return counted;
  }
  const count = countOnce(store, broadcast);
  if (!counted || counted.tookMs <= AWAITED_MS) return count;
  // Who asks next begins it again.
  count.catch(() => undefined);
  return counted;
}

function countOnce(store: Store, broadcast: Broadcast): Promise<Counted> {
  const { _id } = broadcast;
  const begun = underWay.get(_id);
  if (begun) return begun;
  const count = countBroadcast(store, broadcast).finally(() => underWay.delete(_id));
  underWay.set(_id, count);
  return count;
}

/** Returns the counts that a list shows: of an ended broadcast those that are stored. */
export const countedInList = async (store: Store, broadcast: Broadcast): Promise<Counted> =>
  broadcast.counted && !isLive(broadcast.state) ? broadcast.counted : countedOf(store, broadcast);
