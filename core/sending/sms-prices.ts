/** What an application pays for a segment of an SMS. */
export interface SmsPrices {
  /** ISO 4217. */
  currency: string;
  /** Price by the beginning of the number, such as `+49`. The longest one counts, and `+` is for all numbers. */
  segments: Record<string, number>;
}

/** What an SMS is expected to cost. The provider's invoice decides. */
export interface SmsPrice {
  amount: number;
  currency: string;
}

/** Digits after the point that a price keeps. */
const DIGITS = 6;

/** Returns what an SMS of some segments to a number (E.164) costs; undefined: no price is known. */
export function smsPrice(
  { currency, segments }: SmsPrices,
  number: string,
  count: number,
): SmsPrice | undefined {
  const prefixes = Object.keys(segments).filter((prefix) => number.startsWith(prefix));
  const [longest] = prefixes.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return undefined;
  return { amount: Number(((segments[longest] ?? 0) * count).toFixed(DIGITS)), currency };
}
