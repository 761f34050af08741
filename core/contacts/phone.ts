import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A plus sign, then digits with nothing but visual separators between them (RFC 3966 section 5.1.1). */
const INTERNATIONAL = /^\+[0-9](?:[0-9 ().-]{0,38}[0-9])?$/;

/**
 * The E.164 form of an international phone number, or null when it is not one (RECIPIENT-2).
 *
 * "Possible" (a known country code and a length that its plan has) is asked, not "valid": numbering plans
 * grow faster than any copy of them, and the numbers that people test with, such as +1 555 555 0100, are
 * in no plan. A possible number that does not exist is the provider's to refuse. Spaces, dots, dashes and
 * brackets are dropped; letters, extensions and non-ASCII digits are refused, for they change what is meant.
 */
export function parseE164(input: string): string | null {
  if (!INTERNATIONAL.test(input)) return null;
  const phone = parsePhoneNumberFromString(input, { extract: false });
  return phone?.isPossible() ? phone.number : null;
}
