import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name?: string;
  address: string;
}

/** RFC 5321 section 4.5.3.1: a path has 256 octets with its angle brackets, a local part 64. */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/** A dot-atom (RFC 5322 section 3.2.3). Quoted local parts are legal but not in use. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Two labels or more (RFC 1035 section 2.3.1), the last beginning with a letter: no address literals, no `localhost`. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

// Characters that domainToASCII drops or decodes are refused before.
const NOT_IN_A_DOMAIN = /[\p{Cc}\p{Cf}\p{Z}%/\\?#@:[\]]/u;

/**
 * Returns the form in which an address is stored and compared; null if it is not an e-mail address.
 *
 * Lower case throughout (CONTACT-2). An international domain becomes its ASCII form (RFC 5890), so both spellings are
 * one address. A local part beyond ASCII is refused, because it reaches only those whose whole way speaks SMTPUTF8 (RFC
 * 6531). Nothing is trimmed: a line break at the end is an attempt at a header, not a slip.
 */
export function normalizeEmail(input: string): string | null {
  if (input.length > MAX_ADDRESS) return null;
  const at = input.lastIndexOf('@');
  if (at < 1) return null;
  const local = input.slice(0, at).toLowerCase();
  const rawDomain = input.slice(at + 1);
  if (local.length > MAX_LOCAL_PART || !LOCAL_PART.test(local) || NOT_IN_A_DOMAIN.test(rawDomain))
    return null;
  const domain = domainToASCII(rawDomain);
  const address = `${local}@${domain}`;
  return DOMAIN.test(domain) && address.length <= MAX_ADDRESS ? address : null;
}

/**
 * Reads `Name <address>` or a bare address (RFC 5322 section 3.4, one mailbox), or null for anything else:
 * a list, a group, a broken address, or a control character anywhere, because the parts become headers.
 */
export function parseMailbox(input: string): Mailbox | null {
  if (/[\u0000-\u001f\u007f]/.test(input)) return null;
  const [mailbox, ...more] = addressparser(input);
  if (!mailbox?.address || more.length > 0) return null;
  const address = normalizeEmail(mailbox.address);
  if (!address) return null;
  return mailbox.name ? { name: mailbox.name, address } : { address };
}
