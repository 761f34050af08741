import type { Clock } from './clock';
import { clockOf } from './clock';

/** A time of day on some days of the week, in a time zone. */
export interface TimeOfDay {
  hour: number;
  minute: number;
  /** 0 is Sunday; absent: every day. */
  days?: number[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The next moment, after `fromMs`, at which clocks in the first known of these time zones show this time; milliseconds
 * since 1970. Where the clocks skip the time it is the moment at which they go on, where they show it twice the first of
 * the two.
 */
export function nextTimeOfDay(at: TimeOfDay, zones: (string | null)[], fromMs: number): number {
  const clock = clockOf(zones);
  const today = Math.floor((fromMs + clock(fromMs)) / DAY);
  for (let day = today; day <= today + 8; day += 1) {
    const shown = day * DAY + (at.hour * 60 + at.minute) * MINUTE;
    if (at.days && !at.days.includes(new Date(shown).getUTCDay())) continue;
    const moment = momentOf(shown, clock);
    if (moment > fromMs) return moment;
  }
  throw new RangeError('there is no such day of the week');
}

/** The first moment at which clocks show a time (as if it were UTC) or, where they skip it, go on. */
function momentOf(shown: number, clock: Clock): number {
  // Clocks are set at most once in the two days around it, so these are all the offsets that it can have.
  const moments = [shown - DAY, shown + DAY].map((ms) => shown - clock(ms)).sort((a, b) => a - b);
  const exact = moments.find((ms) => ms + clock(ms) === shown);
  if (exact !== undefined) return exact;
  let at = moments[0] ?? shown;
  while (at + clock(at) < shown) at += MINUTE;
  return at;
}
