import { LRUCache } from 'lru-cache';
import type { EventDefinition } from '../core/event-definition';
import type { Scope } from '../core/scope';
import { scopeKey } from '../core/scope';
import type { ApiKey } from './api-keys';
import type { Application } from './applications';
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

/** Caches keys, applications and events for a moment. What does not exist is looked up each time. */
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
    apiKeys: cacheOf((hash) => store.apiKeys.getActive(hash)),
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
  return async (key: string): Promise<T | null> => (await cache.fetch(key)) ?? null;
}
