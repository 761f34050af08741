/** Characters of a number without an exponent that a double always keeps. It keeps 15 digits. */
const KEPT_CHARACTERS = 15;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

const ZERO = 48;

/**
 * Returns how a double holds a number that is written as JSON (REQUEST-18): `exact` if JSON writes the double with the
 * same value, `lost` if the double is infinite, zero or beyond 2^53, else the value in one form, because the double
 * rounds it.
 */
export function heldNumber(text: string): 'exact' | 'lost' | { form: string } {
  if (text.length <= KEPT_CHARACTERS && !/[eE]/.test(text)) return 'exact';
  const double = Number(text);
  if (!Number.isFinite(double)) return 'lost';
  const own = String(double);
  if (own === text) return 'exact';
  const form = valueForm(text);
  if (form === valueForm(own)) return 'exact';
  return double === 0 || Math.abs(double) > Number.MAX_SAFE_INTEGER ? 'lost' : { form };
}

/** Returns one text for all spellings of a value: its digits without zeros at the ends, and their exponent. */
function valueForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (from < to && digits.charCodeAt(from) === ZERO) from += 1;
  while (from < to && digits.charCodeAt(to - 1) === ZERO) to -= 1;
  if (from === to) return '0';
  return `${sign}${digits.slice(from, to)}e${Number(exponent) - fraction.length + digits.length - to}`;
}
