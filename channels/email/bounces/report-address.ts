import { normalizeEmail } from '../../../core/contacts/email-address';

/** Matches what is not ASCII in a `utf-8` address where only ASCII is allowed (RFC 6533 section 3). */
const EMBEDDED = /\\x\{([0-9A-F]{2,6})\}/gi;

/**
 * Returns the address in a field such as `rfc822; <ada@example.com>` in the form that we store, undefined for other types
 * (X.400, a pipe) and what is no address.
 */
export function reportedAddress(field: string | undefined): string | undefined {
  const [, type = 'rfc822', given = ''] = /^(?:([\w-]+)[ \t]*;)?[ \t]*([^]*)$/.exec(field ?? '') ?? [];
  if (!['rfc822', 'utf-8'].includes(type.toLowerCase())) return undefined;
  const bare = /^<([^<>]*)>/.exec(given)?.[1] ?? given;
  const address = type.toLowerCase() === 'utf-8' ? bare.replace(EMBEDDED, decoded) : bare;
  return normalizeEmail(address) ?? undefined;
}

function decoded(escaped: string, hex: string): string {
  const point = parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : escaped;
}
