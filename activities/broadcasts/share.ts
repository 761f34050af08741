import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ProviderRegistry, ProviderRequest } from '../../channels/registry';
import { PUSH, SERVICE_SMTP } from '../../core/sending/candidates';
import { integrationsOf } from '../../core/sending/integration';
import { createGather, type Gather, STOPPED } from './gather';
import type { Pace } from './pace';
import type { Others } from './steps';

/** Part of a provider's connections that broadcasts may use: other sends never wait for all of them (BROADCAST-11). */
const SHARE = 0.7;
/** Calls of a provider at once that has no connections of its own to share. */
const CALLS = 20;
/** Providers whose share is kept. */
const KEPT = 1000;

/** What decides how many sends are under way at once. */
export type Places = Pick<Pace, 'fit' | 'widen'>;

export type Share = ReturnType<typeof createShare>;

/**
 * Returns what gives the pages of this process their share of each provider. Messages of a provider that takes several in one
 * call go together (BROADCAST-12), and the pace of their broadcast gets wider.
 */
export function createShare(others: Pick<Others, 'isBusy' | 'lacksProcessor'>) {
  const shares = new LRUCache<string, { limit: LimitFunction; gather: Gather }>({ max: KEPT });
  const shareOf = (key: string, atOnce: number | undefined) => {
    const known = shares.get(key);
    if (known) return known;
    const limit = pLimit(atOnce === undefined ? CALLS : Math.max(1, Math.floor(atOnce * SHARE)));
    const share = { limit, gather: createGather(limit, others) };
    shares.set(key, share);
    return share;
  };
  return (providers: ProviderRegistry, pace: Places, goesOn: () => Promise<boolean>): ProviderRegistry => ({
    ...providers,
    open: (request: ProviderRequest, candidate) => {
      const provider = providers.open(request, candidate);
      const key = keyOf(request, candidate);
      const { limit, gather } = shareOf(key, provider.atOnce);
      return {
        ...provider,
        async send(message, signal) {
          const { batch } = provider;
          if (batch && batch.takes?.(message) !== false) {
            pace.widen(batch.most);
            return gather({ ...provider, batch }, message, { signal, goesOn });
          }
          pace.fit(limit.concurrency);
          // It may have waited for its place.
          return limit(async () => ((await goesOn()) ? provider.send(message, signal) : STOPPED));
        },
      };
    },
  });
}

/** Returns what has a share of its own. A push goes over all services of the application, or of its tenant. */
function keyOf({ application, channel }: ProviderRequest, candidate: string): string {
  if (candidate === SERVICE_SMTP) return candidate;
  const services = candidate === PUSH ? integrationsOf(application.integrations ?? [], channel) : [];
  return [application._id, candidate, ...services.map(({ id }) => id)].join(':');
}
