import { LRUCache } from 'lru-cache';
import type { EventDefinition } from '../core/events/definition';
import { type Scope, scopeKey } from '../core/shared/scope';
import type { ApiKey } from './accounts/api-keys';
import type { Application } from './accounts/applications';
import type { Store } from './store';

/** What every request or send reads and operators seldom change. */
export interface CachedReads {
  apiKey(hash: string): Promise<ApiKey | null>;
  application(id: string): Promise<Application | null>;
  /** The application that an integration belongs to. */
  applicationOf(integrationId: string): Promise<Application | null>;
  event(scope: Scope, name: string): Promise<EventDefinition | null>;
  /** Forgets all of it, after a change made in this process. */
  clear(): void;
}

/** How old an answer may be, milliseconds; changes made by another process are seen after it. */
const FRESH_MS = 1000;

/** How long it is known that a key or an integration does not exist, milliseconds: a new one works after it. */
const MISS_FRESH_MS = 500;

/**
 * Caches keys, applications and events for a moment, also that there is no such key or integration: who makes them up
 * shall not have each looked up. Of events it is looked up each time.
 */
export function createCachedReads(store: Pick<Store, 'apiKeys' | 'applications' | 'events'>): CachedReads {
  // Clearing means new caches: what is being read into the old ones still reaches those who wait for it.
  let caches = createCaches(store);
  return {
    apiKey: (hash) => caches.apiKeys(hash),
    application: (id) => caches.applications(id),
    applicationOf: (integrationId) => caches.owners(integrationId),
    event: ({ applicationId, environment }, name) => caches.events({ applicationId, environment }, name),
    clear: () => {
      caches = createCaches(store);
    },
  };
}

function createCaches(store: Pick<Store, 'apiKeys' | 'applications' | 'events'>) {
  const events = new LRUCache<string, EventDefinition, Scope & { name: string }>({
    max: 1000,
    ttl: FRESH_MS,
    // What is pushed out while it is being read still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) =>
      (await store.events.get(context, context.name)) ?? undefined,
  });
  return {
    apiKeys: cacheOf(inBatches(async (hashes) => mapOf(await store.apiKeys.getActive(hashes)))),
    applications: cacheOf((id) => store.applications.get(id)),
    owners: cacheOf((integrationId) => store.applications.ofIntegration(integrationId)),
    events: async (scope: Scope, name: string): Promise<EventDefinition | null> =>
      (await events.fetch(`${scopeKey(scope)}:${name}`, { context: { ...scope, name } })) ?? null,
  };
}

function cacheOf<T extends object>(load: (key: string) => Promise<T | null>) {
  const cache = new LRUCache<string, T>({
    max: 1000,
    ttl: FRESH_MS,
    // What is pushed out while it is being read still reaches those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (key) => (await load(key)) ?? undefined,
  });
  const misses = new LRUCache<string, true>({ max: 10_000, ttl: MISS_FRESH_MS });
  return async (key: string): Promise<T | null> => {
    if (misses.has(key)) return null;
    const found = await cache.fetch(key);
    if (found === undefined) misses.set(key, true);
    return found ?? null;
  };
}

const mapOf = <T extends { _id: string }>(documents: T[]): Map<string, T> =>
  new Map(documents.map((document) => [document._id, document]));

/** Looks up with one query at a time: what is asked for meanwhile shares the next one, so a flood costs few. */
function inBatches<T>(load: (keys: string[]) => Promise<Map<string, T>>) {
  let last: Promise<unknown> = Promise.resolve();
  let next: { keys: string[]; found: Promise<Map<string, T>> } | undefined;
  return async (key: string): Promise<T | null> => {
    if (next === undefined) {
      const keys: string[] = [];
      const found = last.then(() => {
        next = undefined;
        return load(keys);
      });
      last = found.catch(() => undefined);
      next = { keys, found };
    }
    next.keys.push(key);
    return (await next.found).get(key) ?? null;
  };
}
