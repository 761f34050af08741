import type { Channel, Integration } from '../../api/types';

const STEP = 100;
const LARGEST = 10_000;

/** The priority of an integration. */
export type Priority = Pick<Integration, 'id' | 'priority'>;

/** Returns the integrations of a channel in the order in which they are tried. Of two equal ones the older is first. */
export const inOrder = (integrations: readonly Integration[], channel: Channel): Integration[] =>
  integrations
    .filter((one) => one.channel === channel)
    .sort((a, b) => a.priority - b.priority || Date.parse(a.created_at) - Date.parse(b.created_at));

/** Returns a list in which the item at `from` is at `to`. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

/** Returns the priority of an integration that is tried after the others. Undefined: the default of the API will do. */
export function priorityAfter(others: readonly Priority[]): number | undefined {
  const last = others.at(-1)?.priority;
  return last === undefined ? undefined : Math.min(last + STEP, LARGEST);
}

/**
 * Returns the priorities to change after one integration was moved to the place `at` of `order`. It is one change if its
 * neighbours leave room, because each change also ends the rest of its integration.
 */
export function prioritiesAfterMove(order: readonly Priority[], at: number): Priority[] {
  const one = order[at];
  if (!one) return [];
  const before = order[at - 1]?.priority ?? -1;
  const after = order[at + 1]?.priority;
  const priority = after === undefined ? before + STEP : Math.floor((before + after) / 2);
  if (priority > before && priority < (after ?? LARGEST + 1)) return [{ id: one.id, priority }];
  return order
    .map(({ id }, index) => ({ id, priority: (index + 1) * STEP }))
    .filter(({ id, priority: wanted }) => order.find((other) => other.id === id)?.priority !== wanted);
}
