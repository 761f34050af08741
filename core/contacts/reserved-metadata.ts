import type { z } from 'zod';
import { parseSafely } from '../shared/parse-safely';
import { CONTACT_FORMS } from './forms';
import { fieldsWith, type FieldsWith } from './rows';

export type ReservedKey = FieldsWith<{ inMeta: true }>;

/** Keys of a contact's metadata that the service itself reads (METADATA-3), each with what it must be. */
export const RESERVED_METADATA = Object.fromEntries(
  fieldsWith('inMeta', true).map(({ field, form }) => [field, CONTACT_FORMS[form]]),
) as Record<ReservedKey, z.ZodType<string>>;

/** What the service reads of a contact's metadata, in its one form. */
export type ReservedMetadata = Record<ReservedKey, string | null>;

export const RESERVED_KEYS = Object.keys(RESERVED_METADATA) as ReservedKey[];

const own = (meta: Record<string, unknown>, key: ReservedKey): unknown =>
  Object.hasOwn(meta, key) ? meta[key] : undefined;

/**
 * Returns one reserved key of `meta`; null if it is absent or null. Earlier releases stored keys that are not valid: then
 * `stored`, the value beside `meta`, counts.
 */
export function reservedIn(
  meta: Record<string, unknown>,
  key: ReservedKey,
  stored: string | null = null,
): string | null {
  const value = own(meta, key) ?? null;
  if (value === null || value === stored) return value as string | null;
  const parsed = parseSafely(RESERVED_METADATA[key], value);
  return parsed.success ? parsed.data : stored;
}

/** Returns all reserved keys of `meta`, as `reservedIn` reads each. */
export function reservedMetadata(
  meta: Record<string, unknown>,
  stored: Partial<ReservedMetadata> = {},
): ReservedMetadata {
  const read = RESERVED_KEYS.map((key) => [key, reservedIn(meta, key, stored[key])]);
  return Object.fromEntries(read) as ReservedMetadata;
}

/** Returns `meta` with the values that earlier releases stored beside it alone. */
export function withStored(meta: Record<string, unknown>, stored: ReservedMetadata): Record<string, unknown> {
  const lacking = RESERVED_KEYS.filter((key) => stored[key] !== null && own(meta, key) === undefined);
  return { ...meta, ...Object.fromEntries(lacking.map((key) => [key, stored[key]])) };
}
