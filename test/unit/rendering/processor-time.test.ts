import { createBudget } from '../../../rendering/processor-time';

/** Milliseconds that pass between two questions, and what the meter counts meanwhile. */
type Spell = [passedMs: number, meteredMs: number];

/** What a budget of a second says after each spell. */
function answersOf(spells: Spell[]): boolean[] {
  let [now, metered] = [5_000, 700];
  const isOver = createBudget(
    1000,
    () => metered,
    () => now,
  );
  return spells.map(([passedMs, meteredMs]) => {
    now += passedMs;
    metered += meteredMs;
    return isOver();
  });
}

test.each<[string, Spell[], boolean[]]>([
  [
    'is spent by processor time',
    [
      [600, 600],
      [399, 399],
      [1, 1],
      [9, 0],
    ],
    [false, false, true, true],
  ],
  [
    'is not spent by the time that a busy machine takes',
    [
      [60_000, 40],
      [60_000, 959],
      [100, 1],
    ],
    [false, false, true],
  ],
  [
    'is not spent while the process is stopped',
    [
      [3_600_000, 0],
      [1000, 1000],
    ],
    [false, true],
  ],
  [
    'is spent no faster than time passes, where the meter counts other threads',
    [
      [400, 800],
      [600, 1200],
    ],
    [false, true],
  ],
])('a budget %s', (_how, spells, answers) => {
  expect(answersOf(spells)).toEqual(answers);
});
