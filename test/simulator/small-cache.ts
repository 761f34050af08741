import { LRUCache as Real } from 'lru-cache';

/** What a history can fill at most. */
const MOST = 500;

/**
 * Stands in for `lru-cache` in the service. A cache reserves its whole room when it is made, and each process of a history makes
 * caches for tens of thousands of entries.
 */
export class LRUCache<K extends object, V extends object> extends Real<K, V> {
  constructor(options: Real.Options<K, V, unknown>) {
    super(options.max === undefined ? options : { ...options, max: Math.min(options.max, MOST) });
  }
}
