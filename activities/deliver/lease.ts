import type { InFlight } from '../../store/notifications/model';
import type { ActivityDeps } from '../deps';
import type { Sending } from './sending';

/**
 * How long a claim of a first attempt is valid without a renewal, milliseconds. Temporal notices a worker's death after as long
 * (the timeout of a workflow task).
 */
const LEASE_MS = 10_000;
const FIRST_RENEWAL_MS = 3_000;
const RENEW_EVERY_MS = 2_500;

/** Returns when a lease that begins now ends, by the database's clock. */
export const leaseEnd = ({ store }: Pick<ActivityDeps, 'store'>): Date =>
  new Date(store.now().getTime() + LEASE_MS);

/** Whether a claim is of an attempt in a workflow task. */
export const isLease = ({ until }: InFlight): boolean => until !== undefined;

/**
 * Runs an attempt. If its claim is a lease, renews it from the third second on. Aborts the provider's call if the claim is not ours
 * any more, because its notification was erased or another attempt has taken over.
 */
export async function withLease<T>(sending: Sending, work: () => Promise<T>): Promise<T> {
  const { deps, claim, lost } = sending;
  if (!isLease(claim)) return work();
  const renew = (): void => {
    deps.store.claims.renew(sending.notification._id, claim.token, leaseEnd(deps)).then(
      (isOurs) => {
        if (!isOurs) lost.abort();
      },
      // The next renewal may come in time.
      () => undefined,
    );
  };
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    renew();
    every = setInterval(renew, RENEW_EVERY_MS);
  }, FIRST_RENEWAL_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(every);
  }
}
