import { type ContactFields, valuesOf } from './fields';
import { fieldsWith, type FieldsWith } from './rows';
import { type Scope, scopeKey } from '../shared/scope';

/**
 * Returns the form in which text is searched: without case, and the same for both Unicode spellings of an accent. The last
 * step works character by character, so that the form of a prefix is a prefix of the form. Lower and then upper case
 * before it unify ς and σ, and ß, ẞ and ss. ΐ has no capital of one character, so its accents are joined again.
 */
export const searchForm = (text: string): string => (isAscii(text) ? text.toLowerCase() : unicodeForm(text));

const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

const unicodeForm = (text: string): string =>
  Array.from(text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC'), (character) =>
    character.toLowerCase(),
  ).join('');

const keyOf = (scope: Scope, text: string): string => `${scopeKey(scope)}:${searchForm(text)}`;

/** Returns the key that every listed contact of a scope has. */
export const listKey = (scope: Scope): string => keyOf(scope, '');

/** Returns the keys that a contact is listed and searched by: its scope's, and its name and identifiers in it. */
export function listKeysOf(scope: Scope, contact: Pick<ContactFields, SearchedField>): string[] {
  const texts = SEARCHED.flatMap(({ field }) => valuesOf(contact, field));
  return [...new Set(['', ...texts].map((text) => keyOf(scope, text)))];
}

type SearchedField = FieldsWith<{ searched: true }>;

/** The fields that contacts are searched by. Contacts have their keys in this order: of single values, then of lists. */
const SEARCHED = ['one', 'newest'].flatMap((holds) =>
  fieldsWith('searched', true).filter((row) => row.holds === holds),
);

/** Returns the range of the keys that begin with `search`: from `from`, and before `before`. */
export function searchRange(scope: Scope, search: string): { from: string; before: string } {
  const from = keyOf(scope, search);
  return { from, before: successorOf(from) };
}

/** Returns the first text, by code points, after all texts that begin with `prefix`. */
function successorOf(prefix: string): string {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  // Nothing comes after the last code point, so there the one before it counts up.
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = (points.pop() ?? 0) + 1;
  // Surrogates are no characters.
  return String.fromCodePoint(...points, last === 0xd800 ? 0xe000 : last);
}
