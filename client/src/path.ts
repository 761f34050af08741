/** One part of a path. These three are no part of any URL's path: they would name another route. */
export function segment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must not be ${value === '' ? 'empty' : `"${value}"`}`);
  }
  return encodeURIComponent(value);
}
