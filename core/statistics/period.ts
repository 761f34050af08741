/** Lengths of the periods that statistics are counted in. Both begin in UTC. */
export const PERIODS = ['hour', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** Length of each period, milliseconds. */
export const PERIOD_MS: Readonly<Record<Period, number>> = { hour: 3_600_000, day: 86_400_000 };

/** Returns when the period began that a time is in, milliseconds since 1970. */
export const beginOf = (by: Period, at: number): number => at - (at % PERIOD_MS[by]);

/** Returns the beginnings of all periods from `from` until before `to`, milliseconds since 1970. */
export function periodsBetween(by: Period, from: Date, to: Date): number[] {
  const first = beginOf(by, from.getTime());
  const count = Math.max(0, Math.ceil((to.getTime() - first) / PERIOD_MS[by]));
  return Array.from({ length: count }, (_none, index) => first + index * PERIOD_MS[by]);
}
