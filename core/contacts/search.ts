import type { ContactFields } from './fields';
import { type Scope, scopeKey } from '../shared/scope';

/**
 * The form in which text is searched: without case, and the same for both Unicode spellings of an accent. It ends
 * character by character, for only then is the form of a beginning the beginning of the form. Before that, small and
 * then capital letters make one of ς and σ, and of ß, ẞ and ss. ΐ has no capital of one character: its accents are
 * joined to the capital again.
 */
export const searchForm = (text: string): string =>
  Array.from(text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC'), (character) =>
    character.toLowerCase(),
  ).join('');

const keyOf = (scope: Scope, text: string): string => `${scopeKey(scope)}:${searchForm(text)}`;

/** The key that every listed contact of a scope has. */
export const listKey = (scope: Scope): string => keyOf(scope, '');

/** The keys that a contact is listed and searched by: its scope's, and all its names and identifiers in it. */
export function listKeysOf(
  scope: Scope,
  { name, emails, phones, externalId }: Pick<ContactFields, 'name' | 'emails' | 'phones' | 'externalId'>,
): string[] {
  const texts = ['', name ?? '', externalId ?? '', ...emails, ...phones];
  return [...new Set(texts.map((text) => keyOf(scope, text)))];
}

/** The keys that begin with `search`: from `from`, and before `before`. */
export function searchRange(scope: Scope, search: string): { from: string; before: string } {
  const from = keyOf(scope, search);
  return { from, before: successorOf(from) };
}

/** The first text, by code points, after all that begin with `prefix`. */
function successorOf(prefix: string): string {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  // Nothing comes after the last code point, so there the one before it counts up.
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = (points.pop() ?? 0) + 1;
  // Surrogates are no characters.
  return String.fromCodePoint(...points, last === 0xd800 ? 0xe000 : last);
}
