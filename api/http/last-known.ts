/**
 * Returns a function that gives what `load` answered last, and asks again in the background once that is older than `freshMs`.
 * Only the first callers wait. Null: it failed.
 */
export function lastKnown<T>(load: () => Promise<T>, freshMs: number): () => Promise<T | null> {
  let known: { value: T | null; at: number } | undefined;
  let asking: Promise<T | null> | undefined;
  const ask = async (): Promise<T | null> => {
    const value = await load().catch(() => null);
    known = { value, at: Date.now() };
    asking = undefined;
    return value;
  };
  return async () => {
    if (!known || Date.now() - known.at > freshMs) asking ??= ask();
    return known ? known.value : ((await asking) ?? null);
  };
}
