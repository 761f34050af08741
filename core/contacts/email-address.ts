import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';

export interface Mailbox {
  name?: string;
  address: string;
}

/** Octets (RFC 5321 section 4.5.3.1): a path has 256 with its angle brackets, a local part 64. */
const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;

/** What an atom may have (RFC 5322 section 3.2.3), in a class of a regular expression. Letters beyond ASCII are in RFC 6532 section 3.2. */
const ATEXT = "a-z0-9!#$%&'*+/=?^_`{|}~\\u0080-\\u{10ffff}-";
/** A dot-atom (RFC 5322 section 3.2.3). */
const DOT_ATOM = new RegExp(`^[${ATEXT}]+(?:\\.[${ATEXT}]+)*$`, 'iu');
/** The same with dots anywhere but at the beginning, as mobile carriers of Japan gave addresses out. They are sent quoted. */
const LOOSE_ATOM = new RegExp(`^[${ATEXT}][${ATEXT}.]*$`, 'iu');
/** A quoted string (RFC 5321 section 4.1.2), without what programs take for the end of an address: `,`, `<`, `>`, `@`. */
const QUOTED = /^"([ !#-+\--;=?A-[\]-~\u0080-\u{10ffff}]{1,62})"$/u;

const BEYOND_ASCII = /[^\u0000-\u007f]/;
/** Matches what nobody sees in an address: controls, formats, halves of a pair, private use, spaces beyond ASCII. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]|(?! )\p{Z}/u;
/** Matches what only looks like a letter of an address (`＠`, `．`, `，`): it is a slip, or made to deceive. */
const LOOKS_SPECIAL = /[\s"(),.:;<>@[\\\]]/;

/** Two labels or more (RFC 1035 section 2.3.1), the last beginning with a letter: no address literals, no `localhost`. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

// Characters that domainToASCII drops or decodes are refused before.
const NOT_IN_A_DOMAIN = /[\p{Cc}\p{Cf}\p{Z}%/\\?#@:[\]]/u;

/**
 * Returns the form in which an address is stored, shown and sent; null if it is not an e-mail address.
 *
 * The local part keeps its case (RFC 5321 section 2.4), and loses quotes that it does not need. An international domain
 * becomes its ASCII form (RFC 5890), so both spellings are one address. A local part beyond ASCII (RFC 6531) has composed
 * letters (NFC, RFC 6532 section 3.1). Nothing is trimmed: a line break at the end is an attempt at a header, not a slip.
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
  return DOMAIN.test(domain) && octets(address) <= MAX_ADDRESS ? address : null;
}

function localPart(input: string): string | null {
  const given = input.normalize('NFC');
  if (isDeceptive(given)) return null;
  const [, quoted] = QUOTED.exec(given) ?? [];
  const content = quoted ?? given;
  const isLoose = LOOSE_ATOM.test(content);
  if (quoted === undefined && !isLoose) return null;
  const local = isLoose ? content : quote(content);
  const sent = DOT_ATOM.test(local) || !isLoose ? local : quote(local);
  return octets(sent) <= MAX_LOCAL_PART ? local : null;
}

function isDeceptive(local: string): boolean {
  if (INVISIBLE.test(local)) return true;
  const beyond = local.match(/[^\u0000-\u007f]+/gu)?.join('') ?? '';
  return LOOKS_SPECIAL.test(beyond.normalize('NFKC'));
}

/** The longer of both cases, because some letters have more octets in lower case. */
const octets = (text: string): number =>
  BEYOND_ASCII.test(text)
    ? Math.max(Buffer.byteLength(text), Buffer.byteLength(text.toLowerCase()))
    : text.length;

const quote = (content: string): string => `"${content}"`;

/** Returns the form in which an address is compared (CONTACT-2), in lower case; null if it is not an e-mail address. */
export const normalizeEmail = (input: string): string | null =>
  givenEmail(input)?.toLowerCase().normalize('NFC') ?? null;

/** Whether only a mail server with SMTPUTF8 (RFC 6531) takes the address: its local part has letters beyond ASCII. */
export const needsSmtpUtf8 = (address: string): boolean => BEYOND_ASCII.test(address);

/** Returns what two spellings of one address have in common; any other text in lower case. */
export const emailKey = (address: string): string => normalizeEmail(address) ?? address.toLowerCase();

/** Returns what stands after the last @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

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

/** Reads the mailbox of a sender or for replies, which every server on the way must be able to name: without letters beyond ASCII in its local part. */
export function parseSenderMailbox(input: string): Mailbox | null {
  const mailbox = parseMailbox(input);
  return mailbox && !needsSmtpUtf8(mailbox.address) ? mailbox : null;
}
