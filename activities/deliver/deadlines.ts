import type { ActivityDeps } from '../deps';

/** What knows the time of the database. */
type WithClock = { store: Pick<ActivityDeps['store'], 'now'> };

/** Maximum time that a provider gets, milliseconds. */
export const PROVIDER_DEADLINE_MS = 30_000;
/**
 * How long a claim is retried while MongoDB is unavailable, milliseconds: longer than an election, and short enough to leave
 * a provider its time.
 */
export const CLAIM_DEADLINE_MS = 30_000;
/** When the provider's call must have ended, counted from the claim in milliseconds, so that its outcome can be written. */
const SEND_DEADLINE_MS = 45_000;
/** Maximum time of an attempt, milliseconds: below the `startToCloseTimeout` of `deliver`, 60 s. */
export const ATTEMPT_DEADLINE_MS = 57_000;

/** Returns the milliseconds that an attempt which began at `claimedAt` has left for a provider; 0 or less if none. */
export const providerBudgetMs = ({ store }: WithClock, claimedAt: Date): number =>
  Math.min(PROVIDER_DEADLINE_MS, claimedAt.getTime() + SEND_DEADLINE_MS - store.now().getTime());
