const MAX_DEPTH = 128;

/**
 * Makes a template that prints a whole object print nothing. JavaScript uses the symbol, which no JSON key can shadow,
 * before `toString` and `valueOf`, so a payload key of such a name cannot make a rendering fail.
 */
const PRINTS_NOTHING = Object.freeze(
  Object.create(null, { [Symbol.toPrimitive]: { value: () => '' } }),
) as object;

/**
 * A copy of `value` that holds data only: no functions, no inherited properties, nothing that prints code.
 * Dates become ISO 8601.
 */
export function templateData(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      break;
    default:
      return undefined;
  }
  if (value === null || depth > MAX_DEPTH) return undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (Array.isArray(value)) return value.map((item) => templateData(item, depth + 1) ?? '');
  const copy = Object.create(PRINTS_NOTHING) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    // Handlebars does not escape a value that has `toHTML`.
    if (key === 'toHTML') continue;
    Object.defineProperty(copy, key, { value: templateData(item, depth + 1), enumerable: true });
  }
  return copy;
}
