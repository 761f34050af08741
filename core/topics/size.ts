/** How many subscribers a topic has. */
export interface TopicSize {
  count: number;
  /** Whether they were counted. False: `count` is an estimate. */
  isExact: boolean;
}

/** Number of subscribers up to which a topic is counted. The standard error of an estimate is its inverse square root: 1 %. */
export const COUNTED_OF_ONE = 10_000;
/** The same for each topic of a list: 3 %. */
export const COUNTED_OF_MANY = 1000;

/** Bits of an id that decide its place among others. */
const PLACE_DIGITS = 12;

/**
 * Estimates the number of ids of which `last` is the one at `place`, in their order. Ids are random, so the part of all
 * possible ids that the first ones lie in says how many there are.
 */
export function estimatedSize(place: number, last: string): TopicSize {
  const digits = last.replaceAll('-', '').slice(0, PLACE_DIGITS);
  const share = (Number.parseInt(digits, 16) + 1) / 16 ** PLACE_DIGITS;
  return { count: Math.max(place, Math.round(place / share)), isExact: false };
}
