const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Returns a duration of milliseconds in its two largest units, such as `12 min 3 s`. Less than a second is `0 s`. */
export function roughDuration(ms: number): string {
  const first = UNITS.findIndex(([, size]) => ms >= size);
  if (first === -1) return '0 s';
  let left = ms;
  return UNITS.slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return count === 0 ? '' : `${count} ${unit}`;
    })
    .filter((part) => part !== '')
    .join(' ');
}
