import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A plus sign, then digits with nothing but visual separators between them (RFC 3966 section 5.1.1). */
const INTERNATIONAL = /^\+[0-9](?:[0-9 ().-]{0,38}[0-9])?$/;

/** Matches a mobile number of Mexico with the 1 that its numbering plan dropped in 2019. WhatsApp and carriers still write it. */
const MEXICO_WITH_ONE = /^\+521\d{10}$/;

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
  const digits = `+${input.replace(/\D/g, '')}`;
  if (MEXICO_WITH_ONE.test(digits)) return digits;
  const phone = parsePhoneNumberFromString(input, { extract: false });
  return phone?.isPossible() ? phone.number : null;
}

/** Two forms of one number: how each is recognized, and the other one. The first is the canonical form. */
const FORMS: readonly [canonical: RegExp, toOther: string, other: RegExp, toCanonical: string][] = [
  // Mexico: mobile numbers with the 1 that the plan dropped.
  [/^\+52(\d{10})$/, '+521$1', /^\+521(\d{10})$/, '+52$1'],
  // Brazil: the ninth digit of mobile numbers. Numbers of eight digits that begin with 2 to 5 are landlines.
  [/^\+55(\d\d)9([6-9]\d{7})$/, '+55$1$2', /^\+55(\d\d)([6-9]\d{7})$/, '+55$1' + '9$2'],
  // Argentina: the 9 before mobile numbers in the international form.
  [/^\+54([1-8]\d{9})$/, '+549$1', /^\+549([1-8]\d{9})$/, '+54$1'],
];

/**
 * Returns the forms in which networks write one phone number, the canonical one first (CONTACT-2). Numbers are compared by
 * it and are sent as they were given.
 */
export function phoneForms(e164: string): [canonical: string, ...others: string[]] {
  for (const [canonical, toOther, other, toCanonical] of FORMS) {
    if (canonical.test(e164)) return [e164, e164.replace(canonical, toOther)];
    if (other.test(e164)) return [e164.replace(other, toCanonical), e164];
  }
  return [e164];
}
