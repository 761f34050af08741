import { countBroadcast } from '../../store/broadcasts/count';
import type { BroadcastProgress } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';

/** When a broadcast whose whole audience was reached is looked at again: a share of the time since then, in these bounds. */
const SHARE = 0.1;
const SOONEST_MS = 2_000;
const LATEST_MS = 10 * 60_000;

/** Completes a broadcast whose audience was reached whole if no recipient waits any more, and counts it. */
export async function finish({ store }: ActivityDeps, id: string): Promise<BroadcastProgress> {
  const broadcast = await store.broadcasts.get(id);
  if (!broadcast?.reachedAt) return { kind: 'more', details: '' };
  const { waiting } = await countBroadcast(store, broadcast);
  const at = store.now();
  const details = `All were reached, ${waiting} of them wait`;
  if (waiting === 0) {
    await store.quotas.forgetPages(broadcast, id);
    await store.broadcasts.complete(id, at);
    return { kind: 'ended', details };
  }
  const passed = at.getTime() - broadcast.reachedAt.getTime();
  const inMs = Math.min(Math.max(SOONEST_MS, passed * SHARE), LATEST_MS);
  return { kind: 'waits', until: at.getTime() + inMs, details };
}
