import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name?: string;
  address: string;
}

/** RFC 5321 section 4.5.3.1: a path has 256 octets with its angle brackets, a local part 64. */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/** A dot-atom (RFC 5322 section 3.2.3). */
const DOT_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** The same with dots anywhere but at the beginning, as mobile carriers of Japan gave addresses out. They are sent quoted. */
const LOOSE_ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-][a-z0-9!#$%&'*+/=?^_`{|}~.-]*$/i;
/** A quoted string (RFC 5321 section 4.1.2), without what programs take for the end of an address: `,`, `<`, `>`, `@`. */
const QUOTED = /^"([ !#-+\--;=?A-[\]-~]{1,62})"$/;

/** Two labels or more (RFC 1035 section 2.3.1), the last beginning with a letter: no address literals, no `localhost`. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

// Characters that domainToASCII drops or decodes are refused before.
const NOT_IN_A_DOMAIN = /[\p{Cc}\p{Cf}\p{Z}%/\\?#@:[\]]/u;

/**
 * Returns the form in which an address is stored, shown and sent; null if it is not an e-mail address.
 *
 * The local part keeps its case (RFC 5321 section 2.4), and loses quotes that it does not need. An international domain
 * becomes its ASCII form (RFC 5890), so both spellings are one address. A local part beyond ASCII is refused, because it
 * reaches only those whose whole way speaks SMTPUTF8 (RFC 6531). Nothing is trimmed: a line break at the end is an
 * attempt at a header, not a slip.
 */
export function givenEmail(input: string): string | null {
  if (input.length > MAX_ADDRESS) return null;
  const at = input.lastIndexOf('@');
  if (at < 1) return null;
  const local = localPart(input.slice(0, at));
  const rawDomain = input.slice(at + 1);
  if (local === null || NOT_IN_A_DOMAIN.test(rawDomain)) return null;
  const domain = domainToASCII(rawDomain);
  const address = `${local}@${domain}`;
  return DOMAIN.test(domain) && address.length <= MAX_ADDRESS ? address : null;
}

function localPart(given: string): string | null {
  const [, quoted] = QUOTED.exec(given) ?? [];
  const content = quoted ?? given;
  const isLoose = LOOSE_ATOM.test(content);
  if (quoted === undefined && !isLoose) return null;
  const local = isLoose ? content : quote(content);
  const sent = DOT_ATOM.test(local) || !isLoose ? local : quote(local);
  return sent.length <= MAX_LOCAL_PART ? local : null;
}

const quote = (content: string): string => `"${content}"`;

/** Returns the form in which an address is compared (CONTACT-2), in lower case; null if it is not an e-mail address. */
export const normalizeEmail = (input: string): string | null => givenEmail(input)?.toLowerCase() ?? null;

/** Returns what two spellings of one address have in common; any other text in lower case. */
export const emailKey = (address: string): string => normalizeEmail(address) ?? address.toLowerCase();

/** Returns an address as mail servers take it: a local part that is no dot-atom is quoted (RFC 5321 section 4.1.2). */
export function wireEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return DOT_ATOM.test(local) || QUOTED.test(local) ? address : `${quote(local)}${address.slice(at)}`;
}

/**
 * Reads `Name <address>` or a bare address (RFC 5322 section 3.4, one mailbox), or null for anything else:
 * a list, a group, a broken address, or a control character anywhere, because the parts become headers.
 */
export function parseMailbox(input: string): Mailbox | null {
  if (/[\u0000-\u001f\u007f]/.test(input)) return null;
  const bare = givenEmail(input);
  if (bare !== null) return { address: bare };
  const [mailbox, ...more] = addressparser(input);
  if (!mailbox?.address || more.length > 0) return null;
  // The parser takes the quotes off a local part.
  const address = givenEmail(mailbox.address) ?? givenEmail(/<("[^<>]*)>$/.exec(input)?.[1] ?? '');
  if (!address) return null;
  return mailbox.name ? { name: mailbox.name, address } : { address };
}
