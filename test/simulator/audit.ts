import type { Observation } from './observation';

/** One broken promise, with the rule that states it. */
export interface Violation {
  /** The id of a rule of docs/reference/rules, such as `CANCEL-3`. */
  rule: string;
  /** What was seen, in the words of the domain. */
  what: string;
  /** Indexes of the observations that show it. */
  seenIn: number[];
}

/** Reads a whole history, at rest at its end, and returns each broken promise; empty if all hold. */
export function audit(history: readonly Observation[]): Violation[] {
  void history;
  return [];
}
