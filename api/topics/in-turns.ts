import { setImmediate } from 'node:timers/promises';

/** Items of a turn. They take a few milliseconds. */
const TURN = 50;

/** Does something with each item, in turns, so that the process does other work in between. */
export async function eachInTurns<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % TURN === 0) await setImmediate();
    work(item, index);
  }
}
