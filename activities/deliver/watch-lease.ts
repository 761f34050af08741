import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimRequest, ClaimResult } from '../../store/notifications/claims';
import type { Store } from '../../store/store';

/** How long a lease that has ended is watched, milliseconds. Its holder renews it within a second when it can. */
const WATCH_MS = 4_000;
const LOOK_EVERY_MS = 500;

/**
 * Claims a SEND whose lease has ended at `until`, if the lease does not move while it is watched. The lease also ends when
 * the database was away and its holder lives. Then the holder renews it, or records its outcome, as soon as the database
 * answers. Throws if the database does not answer a look: the next execution begins the watch again.
 */
export async function watchLease(
  claims: Store['claims'],
  request: ClaimRequest,
  until: Date,
): Promise<ClaimResult> {
  const begunAt = performance.now();
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const watched = performance.now() - begunAt >= WATCH_MS ? { watched: until } : {};
    const found = await claims.claim({ ...request, ...watched });
    const isUnmoved = found.kind === 'busy' && found.ended && found.until.getTime() === until.getTime();
    if (!isUnmoved) return found;
  }
}
