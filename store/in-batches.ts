/** Runs one query at a time. Calls in the meantime share the next query, so a flood costs few of them. */
export function inBatches<T>(load: (keys: string[]) => Promise<Map<string, T>>) {
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
