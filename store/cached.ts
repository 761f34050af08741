import { LRUCache } from 'lru-cache';
import type { EventDefinition } from '../core/events/definition';
import { type Scope, scopeKey } from '../core/shared/scope';
import { inBatches } from './in-batches';
import type { Store } from './store';
import { tenantKey } from './tenants/tenants';

/** Maximum age of an answer, milliseconds. Changes made by another process are seen after it. */
const FRESH_MS = 1000;

/** Maximum age of the answer that a key or an integration does not exist, milliseconds. A new one works after it. */
const MISS_FRESH_MS = 500;

type CachedStores = Pick<Store, 'apiKeys' | 'applications' | 'events' | 'parts' | 'tenants'>;

export type CachedReads = ReturnType<typeof createCachedReads>;

/**
 * Caches for a moment what every request, send or page reads and operators seldom change: keys, applications, tenants, events
 * and texts of pages.
 * It also caches that a key, a tenant or an integration does not exist, so that guesses cost few queries, but not for events.
 */
export function createCachedReads(store: CachedStores) {
  // The next read creates new caches. Reads in progress still answer their callers.
  let created: ReturnType<typeof createCaches> | undefined;
  const caches = () => (created ??= createCaches(store));
  return {
    apiKey: (hash: string) => caches().apiKeys(hash),
    application: (id: string) => caches().applications(id),
    /** Returns the application that an integration belongs to. */
    applicationOf: (integrationId: string) => caches().owners(integrationId),
    tenant: (applicationId: string, id: string) => caches().tenants(tenantKey(applicationId, id)),
    event: ({ applicationId, environment }: Scope, name: string) =>
      caches().events({ applicationId, environment }, name),
    /** Returns the files of the preference page's texts of an environment, by language. */
    pageTexts: ({ applicationId, environment }: Scope) => caches().pageTexts({ applicationId, environment }),
    /** Clears the caches, after a change made in this process. */
    clear: () => {
      created = undefined;
    },
  };
}

function createCaches(store: CachedStores) {
  const events = new LRUCache<string, EventDefinition, Scope & { name: string }>({
    max: 1000,
    ttl: FRESH_MS,
    // A read in progress still answers its callers after its entry was evicted.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) =>
      (await store.events.get(context, context.name)) ?? undefined,
  });
  const pageTexts = new LRUCache<string, ReadonlyMap<string, string>, Scope>({
    ...{ max: 1000, ttl: FRESH_MS, ignoreFetchAbort: true },
    fetchMethod: (_key, _stale, { context }) => store.parts.pageTexts(context),
  });
  return {
    pageTexts: async (scope: Scope): Promise<ReadonlyMap<string, string>> =>
      (await pageTexts.fetch(scopeKey(scope), { context: scope })) ?? new Map(),
    apiKeys: cacheOf(inBatches(async (hashes) => mapOf(await store.apiKeys.getActive(hashes)))),
    applications: cacheOf((id) => store.applications.get(id)),
    tenants: cacheOf((key) => store.tenants.byKey(key)),
    owners: cacheOf((integrationId) => store.applications.ofIntegration(integrationId)),
    events: async (scope: Scope, name: string): Promise<EventDefinition | null> =>
      (await events.fetch(`${scopeKey(scope)}:${name}`, { context: { ...scope, name } })) ?? null,
  };
}

function cacheOf<T extends object>(load: (key: string) => Promise<T | null>) {
  const cache = new LRUCache<string, T>({
    max: 1000,
    ttl: FRESH_MS,
    // A read in progress still answers its callers after its entry was evicted.
    ignoreFetchAbort: true,
    fetchMethod: async (key) => (await load(key)) ?? undefined,
  });
  // Created when it is needed: it takes its room at once, and caches are cleared often.
  let misses: LRUCache<string, true> | undefined;
  return async (key: string): Promise<T | null> => {
    if (misses?.has(key)) return null;
    const found = await cache.fetch(key);
    if (found === undefined) {
      misses ??= new LRUCache({ max: 10_000, ttl: MISS_FRESH_MS });
      misses.set(key, true);
    }
    return found ?? null;
  };
}

const mapOf = <T extends { _id: string }>(documents: T[]): Map<string, T> =>
  new Map(documents.map((document) => [document._id, document]));
