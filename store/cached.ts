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
  event(scope: Scope, name: string): Promise<EventDefinition | null>;
  /** Forgets all of it, after a change made in this process. */
  clear(): void;
}

/** How old an answer may be, milliseconds; changes made by another process are seen after it. */
const FRESH_MS = 1000;

/** Caches keys, applications and events for a moment. What does not exist is looked up each time. */
export function createCachedReads(store: Pick<Store, 'apiKeys' | 'applications' | 'events'>): CachedReads {
  const apiKeys = cacheOf((hash) => store.apiKeys.getActive(hash));
  const applications = cacheOf((id) => store.applications.get(id));
  const events = new LRUCache<string, EventDefinition, Scope & { name: string }>({
    max: 1000,
    ttl: FRESH_MS,
    fetchMethod: async (_key, _stale, { context }) =>
      (await store.events.get(context, context.name)) ?? undefined,
  });
  return {
    apiKey: apiKeys.get,
    application: applications.get,
    event: async ({ applicationId, environment }, name) => {
      const scope = { applicationId, environment };
      return (await events.fetch(`${scopeKey(scope)}:${name}`, { context: { ...scope, name } })) ?? null;
    },
    clear: () => {
      apiKeys.clear();
      applications.clear();
      events.clear();
    },
  };
}

function cacheOf<T extends object>(load: (key: string) => Promise<T | null>) {
  const cache = new LRUCache<string, T>({
    max: 1000,
    ttl: FRESH_MS,
    fetchMethod: async (key) => (await load(key)) ?? undefined,
  });
  return {
    get: async (key: string): Promise<T | null> => (await cache.fetch(key)) ?? null,
    clear: () => cache.clear(),
  };
}
