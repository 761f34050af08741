import { LRUCache } from 'lru-cache';

/** Minimum time between two writes of a key's last use, in milliseconds. */
const EVERY_MS = 60_000;

/**
 * Returns a function that stores when a key was used last, at most once a minute per key. The request neither waits for
 * the write nor fails with it. So a last use is up to a minute old, and one that could not be written is missing.
 */
export function createLastUse(write: (id: string, at: Date) => Promise<void>): (id: string) => void {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: EVERY_MS, perf: Date });
  return (id) => {
    if (noted.has(id)) return;
    noted.set(id, true);
    write(id, new Date()).catch(() => undefined);
  };
}
