import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../../store/connection';

/** The longest that a provider is given, milliseconds. */
const PROVIDER_DEADLINE_MS = 30_000;
/**
 * How long a claim is tried again while MongoDB is away, milliseconds: longer than an election, and a provider still has
 * its time behind it.
 */
export const CLAIM_DEADLINE_MS = 30_000;
/** When a send must be over, counted from its claim, so that its outcome can still be written. */
const SEND_DEADLINE_MS = 45_000;
/** The longest that an attempt of `deliver` lives, below its `startToCloseTimeout` of 60 s. */
export const ATTEMPT_DEADLINE_MS = 57_000;

/**
 * Does a write again and again while MongoDB is away and the attempt has time: a lost outcome is a message sent twice, and
 * a claim whose answer was lost must be known as ours. The write must find what an earlier try of it has written.
 */
export async function persistently<T>(write: () => Promise<T>, until: number): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() + 500 > until) throw error;
      await sleep(500);
    }
  }
}

/** Milliseconds that a provider may still be given by an attempt that began at `claimedAt`; not always more than 0. */
export const providerBudgetMs = (claimedAt: Date): number =>
  Math.min(PROVIDER_DEADLINE_MS, claimedAt.getTime() + SEND_DEADLINE_MS - Date.now());
