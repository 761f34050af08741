import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A plus sign, then digits with nothing but visual separators between them (RFC 3966 section 5.1.1). */
const INTERNATIONAL = /^\+[0-9](?:[0-9 ().-]{0,38}[0-9])?$/;

/** Matches a mobile number of Mexico with the 1 that its numbering plan dropped in 2019. WhatsApp and carriers still write it. */
const MEXICO_WITH_ONE = /^\+521\d{10}$/;

/** Number of digits of an E.164 number, the calling code included (ITU-T E.164 section 6; shorter ones are local). */
export const PHONE_DIGITS = { least: 7, most: 15 } as const;

/**
 * Returns the E.164 form of an international phone number; null if it is not one (RECIPIENT-2).
 *
 * The form decides, with a calling code that exists, because numbering plans grow faster than any copy of them, and numbers
 * for tests are in no plan. A number that does not exist is refused by the provider. Spaces, dots, dashes and brackets are
 * dropped. Letters, extensions and non-ASCII digits are refused, because they change the meaning.
 */
export function parseE164(input: string): string | null {
  if (!INTERNATIONAL.test(input)) return null;
  const digits = `+${input.replace(/\D/g, '')}`;
  const length = digits.length - 1;
  if (length < PHONE_DIGITS.least || length > PHONE_DIGITS.most) return null;
  if (MEXICO_WITH_ONE.test(digits)) return digits;
  const phone = parsePhoneNumberFromString(digits, { extract: false });
  if (!phone) return null;
  return phone.isPossible() ? phone.number : digits;
}

/** Returns whether the numbering plan of an E.164 number knows its length. */
export const hasKnownLength = (e164: string): boolean =>
  MEXICO_WITH_ONE.test(e164) || parsePhoneNumberFromString(e164)?.isPossible() === true;

/** Returns the country of an E.164 number (ISO 3166-1); null if its plan does not say it, as of numbers that many countries share. */
export const countryOf = (e164: string): string | null =>
  MEXICO_WITH_ONE.test(e164) ? 'MX' : (parsePhoneNumberFromString(e164)?.country ?? null);

/**
 * Returns the calling code of an E.164 number, such as `+44`. Many countries share `+1`, so there the area code is part of it:
 * `+1876` is Jamaica.
 */
export function dialPrefixOf(e164: string): string {
  if (e164.startsWith('+1')) return e164.slice(0, 5);
  const code = parsePhoneNumberFromString(e164)?.countryCallingCode;
  return code === undefined ? e164.slice(0, 4) : `+${code}`;
}

/** Whether numbers of a country are known. Upper-case letters of ISO 3166-1. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country);

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
