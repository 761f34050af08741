/** A document or a part of one, as the simulated database stores it. */
export type Value = unknown;
export type Document = Record<string, Value>;

export const isObject = (value: Value): value is Document =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  isPlain(value);

/** A missing value counts as null. */
const isNothing = (value: Value): value is null | undefined => value === null || value === undefined;

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
};

/**
 * Returns a copy that shares nothing with its original but dates, which nobody changes. An undefined value becomes null, as in
 * BSON.
 */
export function copy<T>(value: T): T {
  if (value === undefined) return null as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    const list = value as Value[];
    const made = new Array<Value>(list.length);
    for (let at = 0; at < list.length; at += 1) made[at] = copy(list[at]);
    return made as T;
  }
  if (!isPlain(value)) {
    const { toObject } = value as unknown as { toObject?: () => T };
    return typeof toObject === 'function' ? copy(toObject.call(value)) : value;
  }
  const copied: Document = {};
  for (const key in value) copied[key] = copy((value as Document)[key]);
  return copied as T;
}

/** Returns whether two values are equal for MongoDB. A missing value equals null. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((one, at) => isEqual(one, b[at]))
    );
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isEqual((a as Document)[key], (b as Document)[key]))
  );
}

/** Compares two values of one type; null if MongoDB compares values of these types by their types only. */
export function compare(a: Value, b: Value): number | null {
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return null;
}

const RANKS = ['null', 'number', 'string', 'object', 'array', 'boolean', 'date'];
const rankOf = (value: Value): number =>
  RANKS.indexOf(
    isNothing(value)
      ? 'null'
      : Array.isArray(value)
        ? 'array'
        : value instanceof Date
          ? 'date'
          : typeof value,
  );

/** Compares values of any types, for sorting. */
export const order = (a: Value, b: Value): number => compare(a, b) ?? rankOf(a) - rankOf(b);

const split = new Map<string, string[]>();
/** Returns the parts of a path such as `messages.0.status`. */
export function partsOf(path: string): string[] {
  let parts = split.get(path);
  if (!parts) split.set(path, (parts = path.split('.')));
  return parts;
}

/** Returns what a path leads to. Arrays on its way count with each of their elements. */
export function reach(value: Value, parts: string[], from = 0, found: Value[] = []): Value[] {
  if (from === parts.length) found.push(value);
  else if (Array.isArray(value)) {
    const part = parts[from] as string;
    if (/^\d+$/.test(part) && Number(part) < value.length) reach(value[Number(part)], parts, from + 1, found);
    for (const one of value as Value[]) if (isObject(one)) reach(one, parts, from, found);
  } else if (typeof value === 'object' && value !== null)
    reach((value as Document)[parts[from] as string], parts, from + 1, found);
  else found.push(undefined);
  return found;
}
