import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ProviderRegistry, ProviderRequest } from '../../channels/registry';
import { SERVICE_SMTP } from '../../core/sending/candidates';

/** Part of a provider's connections that broadcasts may use: other sends never wait for all of them (BROADCAST-11). */
const SHARE = 0.7;
/** Calls of a provider at once that has no connections of its own to share. */
const CALLS = 20;
/** Providers whose share is kept. */
const KEPT = 1000;

export type Share = ReturnType<typeof createShare>;

/** Returns what gives the pages of this process their share of each provider. */
export function createShare() {
  const limits = new LRUCache<string, LimitFunction>({ max: KEPT });
  const limitOf = (key: string, atOnce: number | undefined): LimitFunction => {
    const known = limits.get(key);
    if (known) return known;
    const limit = pLimit(atOnce === undefined ? CALLS : Math.max(1, Math.floor(atOnce * SHARE)));
    limits.set(key, limit);
    return limit;
  };
  return (providers: ProviderRegistry, fit: (places: number) => void): ProviderRegistry => ({
    ...providers,
    open: (request: ProviderRequest, candidate) => {
      const provider = providers.open(request, candidate);
      const key = candidate === SERVICE_SMTP ? candidate : `${request.application._id}:${candidate}`;
      const limit = limitOf(key, provider.atOnce);
      fit(limit.concurrency);
      return { ...provider, send: (message, signal) => limit(() => provider.send(message, signal)) };
    },
  });
}
