// eslint-disable-next-line no-restricted-imports -- A cache that changes no result: the same key always has the same one.
import { LRUCache } from 'lru-cache';

interface Limits<Result> {
  max: number;
  maxSize?: number;
  sizeCalculation?: (result: Result, key: string) => number;
}

/** Returns `compute`, which remembers its last results by their keys. A key must determine the whole input. */
export function remember<Result extends NonNullable<unknown>, Input = void>(
  limits: Limits<Result>,
  compute: (key: string, input: Input) => Result,
): (key: string, input: Input) => Result {
  const results = new LRUCache<string, Result>(limits);
  return (key, input) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key, input);
    results.set(key, result);
    return result;
  };
}

/** Returns `compute`, which remembers each result as long as its input is in memory. No one changes the input. */
export function rememberOf<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, Result>();
  return (input) => {
    const known = results.get(input) ?? compute(input);
    results.set(input, known);
    return known;
  };
}
