import type { Channel } from './channels';
import type { Clock } from './clock';
import { clockOf } from './clock';

/** Hours of the day in which nothing is sent, on the clock of the contact. */
export interface QuietHours {
  /** `HH:MM`, the first minute. */
  from: string;
  /** `HH:MM`, the first minute that is no longer quiet; before `from` it is on the next day. */
  to: string;
  /** IANA name, for contacts without a time zone. */
  timezone: string;
  /** Absent: all channels. */
  channels?: Channel[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * When the quiet hours around a time end, null where it lies outside them; both in milliseconds since 1970. What the
 * clock on the wall shows decides: an end that the clock leaps over is where it lands, and hours that it shows twice
 * are quiet twice.
 */
export function quietUntil(hours: QuietHours, timezone: string | null, atMs: number): number | null {
  const clock = clockOf([timezone, hours.timezone]);
  const [from, to] = [millisOf(hours.from), millisOf(hours.to)];
  const timeOfDay = (ms: number): number => modulo(ms + clock(ms), DAY);
  const isQuiet = (ms: number): boolean => {
    const time = timeOfDay(ms);
    return from < to ? from <= time && time < to : from <= time || time < to;
  };
  let at = atMs;
  while (isQuiet(at)) {
    const end = at + modulo(to - timeOfDay(at), DAY);
    // Where the clock is set meanwhile, it is looked at anew from there.
    at = clock(end) === clock(at) ? end : changeBetween(clock, at, end);
  }
  return at === atMs ? null : at;
}

/** The first millisecond after `from` at which the clock has been set; it has been by `to`. */
function changeBetween(clock: Clock, from: number, to: number): number {
  const before = clock(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function millisOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour * 60 + minute) * MINUTE;
}

const modulo = (a: number, b: number): number => ((a % b) + b) % b;
