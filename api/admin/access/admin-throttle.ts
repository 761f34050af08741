import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientOf, maskedAddress } from '../../../core/access/client-address';
import { ApiError } from '../../http/api-error';

/** Different wrong admin keys that an address may try in a minute. */
const TRIES = 10;
const MINUTE_S = 60;

/** Slows down who guesses admin keys. Counted in the memory of each API process, so that a stranger writes nothing. */
export interface AdminThrottle {
  /** Throws 429 while the address of a request has tried too many keys; a right one is not looked at then. */
  check(request: Request): Promise<void>;
  /** Counts and logs a wrong key; the same one again is neither, for a forgotten script guesses nothing. */
  failed(request: Request, hash: string, requestId: string): Promise<void>;
}

export function createAdminThrottle(log: Logger): AdminThrottle {
  const tries = new RateLimiterMemory({ points: TRIES, duration: MINUTE_S });
  const refused = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_S * 1000 });
  return {
    check: async ({ ip }) => {
      const used = await tries.get(clientOf(ip));
      if (used === null || used.consumedPoints < TRIES) return;
      const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
      throw new ApiError(
        'RATE_LIMITED',
        `Too many wrong admin keys came from this address; try again in ${seconds} s.`,
        {},
        { 'Retry-After': String(seconds) },
      );
    },
    failed: async ({ ip }, hash, requestId) => {
      const client = clientOf(ip);
      if (refused.has(`${client} ${hash}`)) return;
      refused.set(`${client} ${hash}`, true);
      const address = maskedAddress(ip);
      log.warn({ address, requestId }, 'an admin key was refused');
      const used = await tries.penalty(client);
      if (used.consumedPoints === TRIES)
        log.warn({ address, seconds: MINUTE_S }, 'no admin key is taken from an address for a while');
    },
  };
}
