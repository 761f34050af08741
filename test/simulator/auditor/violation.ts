import type { History } from './history';

/** One broken promise, with the rule that states it. */
export interface Violation {
  /** The id of a rule of docs/reference/rules, such as `CANCEL-3`. */
  rule: string;
  /** What was seen, in the words of the domain. */
  what: string;
  /** Indexes of the observations that show it. */
  seenIn: number[];
}

/** Judges one promise over a whole history. */
export type Judge = (history: History) => Violation[];

/** Returns a violation that the given observations show. */
export function violation(
  rule: string,
  what: string,
  ...shownBy: readonly ({ index: number } | undefined)[]
): Violation {
  return { rule, what, seenIn: shownBy.flatMap((seen) => (seen ? [seen.index] : [])) };
}
