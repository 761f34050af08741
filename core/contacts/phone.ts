import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A plus sign, then digits with nothing but visual separators between them (RFC 3966 section 5.1.1). */
const INTERNATIONAL = /^\+[0-9](?:[0-9 ().-]{0,38}[0-9])?$/;

/**
 * Returns the E.164 form of an international phone number; null if it is not one (RECIPIENT-2).
 *
 * The number must be "possible" (a known country code and a length of its plan), not "valid": numbering plans grow faster
 * than any copy of them, and numbers for tests, such as +1 555 555 0100, are in no plan. A possible number that does not
 * exist is refused by the provider. Spaces, dots, dashes and brackets are dropped. Letters, extensions and non-ASCII
 * digits are refused, because they change the meaning.
 */
export function parseE164(input: string): string | null {
  if (!INTERNATIONAL.test(input)) return null;
  const phone = parsePhoneNumberFromString(input, { extract: false });
  return phone?.isPossible() ? phone.number : null;
}
