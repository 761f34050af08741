import { type Judged, judge } from './judge';
import { type Reduced, type WorldPlan, planOf, reduced } from './world/plan';

/** What is left of a failing history, and what was taken out of it. */
export interface Shrunk {
  judged: Judged;
  without: Reduced;
}

/**
 * Takes requests and faults out of a failing history while it still breaks the same rule. The same seed decides all that is
 * left, but a history with less in it takes another course, so not everything that seems needless can go.
 */
export async function shrink(seed: number, rule: string, most = 300): Promise<Shrunk> {
  const whole = planOf(seed);
  const without: Reduced = { actions: [], rates: [] };
  let left = most;
  let judged = await judge(whole);
  const stillFails = async (more: Reduced): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    const tried = await judge(reduced(whole, more));
    if (!tried.violations.some((one) => one.rule === rule)) return false;
    judged = tried;
    Object.assign(without, more);
    return true;
  };
  for (const rate of Object.keys(whole.rates) as (keyof WorldPlan['rates'])[])
    await stillFails({ ...without, rates: [...without.rates, rate] });
  for (
    let size = Math.ceil(whole.actions.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < whole.actions.length; from += size) {
      const some = whole.actions
        .slice(from, from + size)
        .flatMap(({ id }) => (without.actions.includes(id) ? [] : id));
      if (some.length > 0) await stillFails({ ...without, actions: [...without.actions, ...some] });
    }
  }
  return { judged, without };
}
