/** A seeded source of chance. The same seed gives the same numbers on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A number from `least` to below `most`. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Returns a source of chance for one purpose of a history, so that a change of one purpose leaves the others as they are. */
export function randomOf(seed: number, purpose: string): Random {
  let [a, b, c, counter] = [seed | 0, hash(purpose), (seed / 2 ** 32) | 0, 1];
  // sfc32, public domain (http://pracrand.sourceforge.net).
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}
