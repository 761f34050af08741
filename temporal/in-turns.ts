/** Starts of one list that are under way at once: so few that a single start does not queue behind them. */
const AT_ONCE = 5;

/** Takes turns on one list, so that a few are under way at most, begun in its order. */
export async function inTurns<T>(list: T[], work: (one: T) => Promise<void>): Promise<void> {
  const todo = list.values();
  const take = async (): Promise<void> => {
    for (const one of todo) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}
