import type { InFlight } from '../../store/notifications/model';
import type { ActivityDeps } from '../deps';
import { BEAT_EVERY_MS, FIRST_BEAT_MS, withBeats } from '../heartbeat';
import type { Sending } from './sending';

/**
 * How long a claim of a first attempt is valid without a renewal, milliseconds. Temporal notices a worker's death after as long
 * (the timeout of a workflow task).
 */
const LEASE_MS = 10_000;
/** Pause after a renewal that the database did not answer, milliseconds. */
const ASK_AGAIN_MS = 200;

/** Returns when a lease that begins now ends, by the database's clock. */
export const leaseEnd = ({ store }: Pick<ActivityDeps, 'store'>): Date =>
  new Date(store.now().getTime() + LEASE_MS);

/** Whether a claim is of an attempt in a workflow task. */
export const isLease = ({ until }: InFlight): boolean => until !== undefined;

/**
 * Runs an attempt. If its claim is a lease, renews it from the third second on. If the database does not answer, it is asked
 * again at once, because another attempt takes over if the lease does not move soon after the database is back. Aborts the
 * provider's call if the claim is not ours any more, because its notification was erased or another attempt has taken over.
 */
export async function withLease<T>(sending: Sending, work: () => Promise<T>): Promise<T> {
  const { deps, claim, lost } = sending;
  if (!isLease(claim)) return work();
  const renew = (): Promise<number | null> =>
    deps.store.claims.renew(sending.notification._id, claim.token, leaseEnd(deps)).then(
      (isOurs) => {
        if (isOurs) return BEAT_EVERY_MS;
        lost.abort();
        return null;
      },
      () => ASK_AGAIN_MS,
    );
  // A claim that was retried while the database was away is old already.
  const age = deps.store.now().getTime() - claim.at.getTime();
  return withBeats(work, renew, Math.max(0, FIRST_BEAT_MS - age));
}
