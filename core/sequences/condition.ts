import { namesReadBy } from '../contacts/rows';
import { containsText } from '../shared/contains-text';
import type { MessageStatus } from '../shared/statuses';

/** Comparisons of a value. All that are given must hold. */
export interface Comparison {
  is?: Scalar;
  is_not?: Scalar;
  in?: Scalar[];
  /** The value is a text with this part, or a list with this element. */
  contains?: Scalar;
  at_least?: number;
  at_most?: number;
  /** Whether there is a value that is not null. */
  exists?: boolean;
}

export type Scalar = string | number | boolean;

/**
 * A condition of a sequence: data, not code.
 * - `value`: a path into `payload.…` or `contact.…`, compared.
 * - `message`: an earlier SEND by its name, and the statuses of which its message has one. A SEND that was not reached
 *   has none.
 */
export type Condition =
  | ({ value: string } & Comparison)
  | { message: string; status: MessageStatus[] }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/** What `contact.…` of a condition may name. */
export const CONTACT_FACTS: readonly string[] = namesReadBy('condition');

/** The data that a condition reads. */
export interface Facts {
  payload: Record<string, unknown>;
  contact: Record<string, unknown>;
  /** Statuses by step name; of a SEND that fell back, all of its messages. */
  messages: Record<string, MessageStatus[]>;
}

/** Returns whether a condition holds. It never throws: an unknown path has no value. */
export function holds(condition: Condition, facts: Facts): boolean {
  if ('all' in condition) return condition.all.every((one) => holds(one, facts));
  if ('any' in condition) return condition.any.some((one) => holds(one, facts));
  if ('not' in condition) return !holds(condition.not, facts);
  if ('message' in condition) {
    const statuses = facts.messages[condition.message] ?? [];
    return statuses.some((status) => condition.status.includes(status));
  }
  return compares(valueAt(condition.value, facts), condition);
}

/** Names what decided that a condition does not hold: paths of values, and SENDs as `message <name>`. */
export function unmetBy(condition: Condition, facts: Facts): string {
  if (!('all' in condition)) return namesIn(condition).join(', ');
  const unmet = condition.all.find((one) => !holds(one, facts));
  return unmet ? unmetBy(unmet, facts) : '';
}

/** Returns what a condition reads: paths of values, and SENDs as `message <name>`. */
export function namesIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(namesIn);
  if ('any' in condition) return condition.any.flatMap(namesIn);
  if ('not' in condition) return namesIn(condition.not);
  return ['message' in condition ? `message ${condition.message}` : condition.value];
}

/** Returns whether a value satisfies every given comparison. */
export function compares(value: unknown, comparison: Comparison): boolean {
  const { is, is_not, in: among, contains, at_least, at_most, exists } = comparison;
  const given = value !== undefined && value !== null;
  if (exists !== undefined && exists !== given) return false;
  if (is !== undefined && !same(value, is)) return false;
  if (is_not !== undefined && same(value, is_not)) return false;
  if (among !== undefined && !among.some((one) => same(value, one))) return false;
  if (contains !== undefined && !has(value, contains)) return false;
  if (at_least !== undefined && !(typeof value === 'number' && value >= at_least)) return false;
  return at_most === undefined || (typeof value === 'number' && value <= at_most);
}

const same = (value: unknown, other: Scalar): boolean => value === other;

const has = (value: unknown, part: Scalar): boolean =>
  Array.isArray(value)
    ? value.includes(part)
    : typeof value === 'string' && containsText(value, String(part));

/** Returns what a path leads to. Own keys only: what a path names is data of callers. */
export function valueAt(path: string, { payload, contact }: Pick<Facts, 'payload' | 'contact'>): unknown {
  let at: unknown = { payload, contact };
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}
