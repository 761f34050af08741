import { createHmac } from 'node:crypto';
import { normalizeEmail } from './email-address';
import type { ContactFields } from './fields';
import { identifiersOf } from './keys';
import { parseE164 } from './phone';

/** Texts of one `to` that are looked at. */
const MOST_TEXTS = 20;
const MOST_CHARACTERS = 255;

/** Texts in an unchecked `to` that may identify its recipient, in the form of `askedForm`. */
export function identifiersWithin(to: unknown): string[] {
  const values: unknown[] =
    typeof to === 'object' && to !== null && !Array.isArray(to) ? Object.values(to).flat() : [to];
  const texts = values.filter(
    (value): value is string => typeof value === 'string' && value.length <= MOST_CHARACTERS,
  );
  return [...new Set(texts.slice(0, MOST_TEXTS).map(askedForm))].filter((text) => text !== '');
}

/** Returns the texts by which callers may name a contact: its id, and all identifiers but its devices. */
export const textsNaming = (contact: ContactFields & { _id: string }): string[] => [
  contact._id,
  ...identifiersOf(contact).flatMap(({ kind, value }) => (kind === 'push' ? [] : [value])),
];

/** The form in which an identifier is compared: addresses and phones as they are stored, all else in lower case. */
export function askedForm(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return normalizeEmail(trimmed) ?? trimmed.toLowerCase();
  if (trimmed.startsWith('+')) return parseE164(trimmed) ?? trimmed;
  return trimmed.toLowerCase();
}

/** Keyed hash of an identifier in the form of `askedForm`. `key` is the application's `suppressionKey`. */
export const identifierHash = (key: string, text: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(`refused:${text}`).digest('base64url');

/** Returns an identifier for people to recognize, but not to read: `a***@example.com`, `+49***67`. */
export function maskedIdentifier(text: string): string {
  const at = text.lastIndexOf('@');
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`;
  return text.startsWith('+') ? `${text.slice(0, 3)}***${text.slice(-2)}` : `${text.slice(0, 2)}***`;
}
