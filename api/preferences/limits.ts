import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { clientOf } from '../../core/access/client-address';
import { countRefusedPage } from '../../telemetry/preference-page-metrics';
import { ApiError } from '../http/api-error';

const WINDOW_MS = 60_000;
const MAX_COUNTED = 10_000;
/** Maximum number of links of one client that lead nowhere, in a minute. */
const WRONG_PER_MINUTE = 60;
/** Maximum number of requests about one contact in a minute. */
const PER_CONTACT = 60;

/**
 * Limits what nobody has to authenticate for (PREFERENCE-41). Links that work are counted by contact and not by client, because
 * a mailbox provider unsubscribes all its users from a few addresses. Each process counts alone.
 */
export function createLinkLimits() {
  const wrong = counter(WRONG_PER_MINUTE, 'wrong_links');
  const used = counter(PER_CONTACT, 'contact');
  return {
    /** Throws a 429 if the client had too many links that lead nowhere. */
    refuseWrong: (request: Request): void => wrong.check(clientOf(request.ip)),
    noteWrong: (request: Request): void => wrong.add(clientOf(request.ip)),
    /** Counts a request about a contact. Throws a 429 if there were too many. */
    use: (contactId: string): void => {
      used.check(contactId);
      used.add(contactId);
    },
  };
}

function counter(most: number, limit: Parameters<typeof countRefusedPage>[0]) {
  const counts = new LRUCache<string, { count: number }>({
    max: MAX_COUNTED,
    ttl: WINDOW_MS,
    ttlResolution: 0,
  });
  return {
    add: (key: string): void => {
      const seen = counts.get(key);
      if (seen) seen.count += 1;
      else counts.set(key, { count: 1 });
    },
    check: (key: string): void => {
      if ((counts.get(key)?.count ?? 0) < most) return;
      countRefusedPage(limit);
      const seconds = Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000));
      const message = 'There were too many requests. Try again later.';
      throw new ApiError('RATE_LIMITED', message, {}, { 'Retry-After': String(seconds) });
    },
  };
}
