import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../api-error';
import { MongoRateLimiter } from '../middleware/mongo-rate-limiter';

/** Maximum number of passwords for one e-mail address in a window, from everywhere. */
const TRIES = 20;
const WINDOW_S = 15 * 60;

/** Slows down guesses of one operator's password, over all API processes. A link signs in all the same. */
export function createSignInThrottle({ connection, store }: Pick<ApiDeps, 'connection' | 'store'>) {
  const options = { keyPrefix: 'sign-in', points: TRIES, duration: WINDOW_S };
  const limiter = new MongoRateLimiter(connection, store.now, {
    ...options,
    insuranceLimiter: new RateLimiterMemory(options),
  });
  /** Counts a try. Throws a 429 if there were too many, even if this password is right. */
  return async (email: string): Promise<void> => {
    try {
      await limiter.consume(createHash('sha256').update(email).digest('base64url'));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      const message = `Too many passwords were tried for this e-mail address. Try again in ${seconds} s, or sign in with a link.`;
      throw new ApiError('RATE_LIMITED', message, {}, { 'Retry-After': String(seconds) });
    }
  };
}
