import { Text, Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const EVERY_MS = 10_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((each) => each());
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns a time relative to another one, such as "3 min ago". */
export function relativeTime(at: Date, to: number): string {
  const seconds = (at.getTime() - to) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / size), unit).replace('.', '');
}

export const exactTime = (at: string): string => absolute.format(new Date(at));

/** Returns what a time is compared with. What has just happened is not yet to come, though the clock is behind it. */
function comparedWith(at: number, current: number): number {
  const real = Date.now();
  const shown = Math.max(current, real - EVERY_MS);
  return at > shown && at <= real ? at : shown;
}

/** A time as people say it. The tooltip has the exact one, in the reader's time zone. */
export function Time({ at }: { at: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  return (
    <Tooltip label={exactTime(at)}>
      <Text component="time" dateTime={at} size="sm" span style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(new Date(at), comparedWith(Date.parse(at), current))}
      </Text>
    </Tooltip>
  );
}
