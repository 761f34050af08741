import { aliasesOf, CONTACT_FIELDS } from './rows';

/** Aliases of a recipient's fields. */
export const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  CONTACT_FIELDS.flatMap(aliasesOf),
);

/** Returns the name of the field `key` in an object: `key` itself, unless only an alias of `key` is there. */
export function nameGiven(value: unknown, key: PropertyKey): PropertyKey {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, key)) return key;
  return Object.keys(value).find((name) => Object.hasOwn(ALIASES, name) && ALIASES[name] === key) ?? key;
}
