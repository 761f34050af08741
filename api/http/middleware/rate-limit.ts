import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Environment } from '../../../core/shared/channels';
import { ApiError } from '../api-error';
import type { ApiDeps } from '../../deps';
import { countHeader } from '../headers';
import { callerOf } from './authenticate';
import { MongoRateLimiter } from './mongo-rate-limiter';

/** Maximum number of requests per second of a key that has no limit of its own (LIMIT-1). */
const DEFAULT_LIMIT: Record<Environment, number> = { production: 100, sandbox: 10 };

export const RATE_LIMIT_HEADERS = [
  countHeader('RateLimit-Limit', 1, { description: 'Requests per second of this key.', example: 100 }),
  countHeader('RateLimit-Remaining', 0, { description: 'Requests left in this second.', example: 99 }),
  countHeader('RateLimit-Reset', 0, { description: 'Seconds until a new count begins.', example: 1 }),
];

/**
 * Limits each key to its requests per second, over all API processes. The count is in MongoDB. While MongoDB does not
 * answer, each process counts alone. A key over its limit is refused from memory, so its requests cost others nothing.
 */
export function rateLimit(
  { connection, store }: Pick<ApiDeps, 'connection' | 'store'>,
  environment: Environment,
): RequestHandler {
  const limiters = new Map<number, MongoRateLimiter>();
  const limiterOf = (limit: number): MongoRateLimiter => {
    const known = limiters.get(limit);
    if (known) return known;
    const options = { keyPrefix: `rate-${limit}`, points: limit, duration: 1 };
    const limiter = new MongoRateLimiter(connection, store.now, {
      ...options,
      inMemoryBlockOnConsumed: limit + 1,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    limiters.set(limit, limiter);
    return limiter;
  };

  return async (_request, response, next) => {
    const { key } = callerOf(response);
    const limit = key.rateLimit ?? DEFAULT_LIMIT[environment];
    const { used, refused } = await limiterOf(limit)
      .consume(key.id)
      .then(
        (result) => ({ used: result, refused: false }),
        (error: unknown) => {
          // The library rejects with its state if the limit is reached, and with an Error if it failed.
          if (error instanceof RateLimiterRes) return { used: error, refused: true };
          throw error;
        },
      );
    response.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(Math.max(0, used.remainingPoints)),
      'RateLimit-Reset': String(Math.ceil(used.msBeforeNext / 1000)),
    });
    response.locals.chargeRequests = async (more: number): Promise<void> => {
      const left = await limiterOf(limit).charge(key.id, more);
      response.set('RateLimit-Remaining', String(left));
    };
    if (!refused) return next();
    const seconds = String(Math.max(1, Math.ceil(used.msBeforeNext / 1000)));
    // A request that is refused from memory is not counted, so the count is at least this.
    const current = Math.max(used.consumedPoints, limit + 1);
    throw ApiError.of('RATE_LIMITED', [limit], { current, limit }, { 'Retry-After': seconds });
  };
}

/** Counts a request as some more of its key (LIMIT-10). While MongoDB does not answer, it counts as one. */
export const chargeRequests = (response: Response, more: number): Promise<void> =>
  (response.locals.chargeRequests as (more: number) => Promise<void>)(more).catch(() => undefined);
