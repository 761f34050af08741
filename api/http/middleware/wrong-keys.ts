import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { clientOf } from '../../../core/access/client-address';
import { z } from 'zod';
import { ApiError } from '../api-error';
import { answerHeader } from '../headers';

const WINDOW_MS = 60_000;
/** Maximum number of clients in the count. Beyond it, the client that was quiet for longest is dropped. */
const MAX_CLIENTS = 10_000;

/** Returns the answer to a wrong key. */
export type RefuseKey = (request: Request, message: string) => ApiError;

/**
 * Answers a wrong key with 401, and with 429 if its client sent more than `perMinute`. Each process counts alone. A
 * right key is never refused because of wrong ones from the same address, which many clients may share.
 */
export function limitWrongKeys(perMinute: number): RefuseKey {
  const options = { max: MAX_CLIENTS, ttl: WINDOW_MS, ttlResolution: 0 };
  const clients = new LRUCache<string, { wrong: number }>(options);
  return (request, message) => {
    const client = clientOf(request.ip);
    const seen = clients.get(client) ?? { wrong: 0 };
    if (seen.wrong === 0) clients.set(client, seen);
    seen.wrong += 1;
    if (seen.wrong <= perMinute) return unauthorized(message);
    const seconds = String(Math.max(1, Math.ceil(clients.getRemainingTTL(client) / 1000)));
    return new ApiError(
      'RATE_LIMITED',
      `${message} Your address sent more than ${perMinute} wrong keys in a minute. Correct the key, then try again later.`,
      { current: seen.wrong, limit: perMinute },
      { 'Retry-After': seconds },
    );
  };
}

const SCHEME = 'Bearer';

export const wwwAuthenticate = answerHeader(
  'WWW-Authenticate',
  { description: 'How to authenticate.', example: SCHEME },
  z.literal(SCHEME),
);

export const unauthorized = (message: string): ApiError =>
  new ApiError('UNAUTHORIZED', message, {}, { 'WWW-Authenticate': SCHEME });
