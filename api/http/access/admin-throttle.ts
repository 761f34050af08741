import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, maskedAddress } from '../../../core/access/client-address';
import { ApiError } from '../api-error';

/** Maximum number of different wrong admin keys or passwords from one address per minute. */
const TRIES = 10;
const MINUTE_S = 60;

/** Slows down guesses of admin keys or passwords. It counts in the memory of each API process, so that a stranger writes nothing. */
export function createAdminThrottle(log: Logger, what = 'an admin key') {
  const tries = new RateLimiterMemory({ points: TRIES, duration: MINUTE_S });
  const refused = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_S * 1000 });

  const tooMany = (used: RateLimiterRes): ApiError => {
    const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    const message = `Too many wrong admin keys or passwords came from this address. Try again in ${seconds} s.`;
    return new ApiError('RATE_LIMITED', message, {}, { 'Retry-After': String(seconds) });
  };
  const logFailure = (ip: string | undefined, requestId: string, used: number): void => {
    const address = maskedAddress(ip);
    log.warn({ address, requestId }, `${what} was refused`);
    if (used === TRIES)
      log.warn({ address, seconds: MINUTE_S }, `${what} from this address is refused for a while`);
  };

  /** Counts and logs a wrong key. A repeat of the same key does neither, because a forgotten script guesses nothing. */
  const count = async ({ ip }: Request, hash: string, requestId: string): Promise<RateLimiterRes | null> => {
    const client = clientOf(ip);
    if (refused.has(`${client} ${hash}`)) return tries.get(client);
    refused.set(`${client} ${hash}`, true);
    const used = await tries.penalty(client);
    logFailure(ip, requestId, used.consumedPoints);
    return used;
  };

  return {
    /**
     * Returns the answer to a wrong key or link: `refusal`, or a 429 after too many. They are too long to be guessed, so a
     * right one is never refused because of wrong ones from the same address, which many clients may share.
     */
    refuse: async (
      request: Request,
      hash: string,
      requestId: string,
      refusal: ApiError,
    ): Promise<ApiError> => {
      const used = await count(request, hash, requestId);
      return used !== null && used.consumedPoints > TRIES ? tooMany(used) : refusal;
    },
    /** Throws a 429 while the address of a request has failed too often. For what cannot be checked without cost to others. */
    check: async ({ ip }: Request): Promise<void> => {
      const used = await tries.get(clientOf(ip));
      if (used !== null && used.consumedPoints >= TRIES) throw tooMany(used);
    },
    failed: async (request: Request, hash: string, requestId: string): Promise<void> =>
      void (await count(request, hash, requestId)),
    /**
     * Counts a password before it is compared, because that takes long enough for many guesses at once. Throws a 429 if
     * there were too many. A right one is given back.
     */
    attempt: async ({ ip }: Request, requestId: string) => {
      const client = clientOf(ip);
      const used = await tries.consume(client).catch((error: unknown) => {
        throw error instanceof RateLimiterRes ? tooMany(error) : error;
      });
      return {
        succeeded: async (): Promise<void> => void (await tries.reward(client)),
        failed: (): void => logFailure(ip, requestId, used.consumedPoints),
      };
    },
  };
}
