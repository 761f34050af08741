import type { ApiDeps } from '../deps';

/** Returns what `make` makes once for a process: what handlers keep in memory between requests. */
export function perProcess<T>(make: (deps: ApiDeps) => T): (deps: ApiDeps) => T {
  const made = new WeakMap<ApiDeps, { value: T }>();
  return (deps) => {
    const known = made.get(deps) ?? { value: make(deps) };
    made.set(deps, known);
    return known.value;
  };
}
