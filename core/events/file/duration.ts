const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export const DURATION = /^(?:\d{1,9}(?:ms|s|m|h|d)){1,5}$/;

/** Returns milliseconds as text that `parseDuration` reads, in the largest unit that fits. */
export function durationText(ms: number): string {
  const units = Object.entries(UNITS).reverse();
  const [unit, size] = units.find(([, one]) => ms >= one && ms % one === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

/** `90s`, `10m`, `6h`, `30d`, `500ms`, also `1h30m` → milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|s|m|h|d)/g)) {
    total += Number(count) * UNITS[unit as keyof typeof UNITS];
  }
  return total;
}
