import { LRUCache } from 'lru-cache';
import { jsonObject } from '../../http/json';
import type { HttpAnswer } from '../../http/http-answer';
import { retryAfterMs } from '../../http/retry-after';
import { pauseMs } from './errors';

/** A limit that is reached. */
interface UsedUp {
  /** Milliseconds since the epoch when calls are allowed again. */
  until: number;
  /** Calls in one window. */
  calls: number;
  windowMs: number;
  /** Number of calls that have to wait. */
  waiting: number;
}

/** The limit of all calls together. */
const GLOBAL = 'global';
/** Calls a second of all together (discord.com/developers/docs/topics/rate-limits, Global Rate Limit). */
const GLOBAL_CALLS = 50;

/**
 * Keeps this process from calls that Discord would answer with 429: 10,000 of them (with 401 and 403) in ten minutes
 * block the whole address (ibid., Invalid Request Limit). Each waiting call gets a time of its own, so that a thousand
 * messages to one channel do not return all at once. Only the number of calls depends on it.
 */
export function createDiscordLimits(now: () => number = Date.now) {
  const usedUp = new LRUCache<string, UsedUp>({ max: 10_000 });
  const waitOf = (key: string): number => {
    const limit = usedUp.get(key);
    if (!limit || limit.until <= now()) return 0;
    const windows = Math.floor(limit.waiting / limit.calls);
    limit.waiting += 1;
    return limit.until - now() + windows * limit.windowMs;
  };
  const set = (key: string, ms: number, calls: number): void => {
    const before = usedUp.get(key);
    const waiting = before && before.until > now() ? before.waiting : 0;
    usedUp.set(key, { until: now() + ms, calls, windowMs: Math.max(ms, 1000), waiting });
  };
  return {
    /** Returns the milliseconds until a call to this resource, 0 if it may go now. */
    waitMs: (resource: string): number => waitOf(GLOBAL) || waitOf(resource),
    /** Reads the limits in an answer. */
    learn(resource: string, answer: HttpAnswer): void {
      const { status, headers, body } = answer;
      const calls = Math.max(1, Number(headers['x-ratelimit-limit']) || 1);
      if (status === 429) {
        const { global } = jsonObject(body) ?? {};
        const ms = pauseMs(answer, now());
        const whole = global === true || headers['x-ratelimit-global'] === 'true';
        if (ms !== undefined) set(whole ? GLOBAL : resource, ms, whole ? GLOBAL_CALLS : calls);
        return;
      }
      const resetMs = retryAfterMs(headers['x-ratelimit-reset-after'], now());
      if (headers['x-ratelimit-remaining'] === '0' && resetMs) set(resource, resetMs, calls);
    },
  };
}
