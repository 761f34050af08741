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
 * The next moment, after `fromMs`, at which clocks in `timezone` show this time; milliseconds since 1970. Where the clocks
 * skip the hour it is the first moment behind it, where they show it twice the first of the two.
 */
export function nextTimeOfDay(at: TimeOfDay, timezone: string, fromMs: number): number {
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const { year, month, day, weekday } = clockOf(fromMs + ahead * DAY, timezone);
    if (at.days && !at.days.includes(weekday)) continue;
    const moment = momentOf(Date.UTC(year, month - 1, day, at.hour, at.minute), timezone);
    if (moment > fromMs) return moment;
  }
  throw new RangeError('there is no such day of the week');
}

interface Clock {
  year: number;
  month: number;
  day: number;
  weekday: number;
  /** What the clock shows, as if it were UTC. */
  shownMs: number;
}

function clockOf(ms: number, timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shownMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return { year, month, day, weekday: new Date(shownMs).getUTCDay(), shownMs };
}

/** The first moment at which clocks show this time or, where they skip it, a later one. */
function momentOf(shownMs: number, timeZone: string): number {
  // Offsets reach from -12 to +14 hours; the two around the moment are all that it can have.
  const offsets = [shownMs - DAY, shownMs + DAY].map((ms) => clockOf(ms, timeZone).shownMs - ms);
  const moments = offsets.map((offset) => shownMs - offset).sort((a, b) => a - b);
  const exact = moments.find((ms) => clockOf(ms, timeZone).shownMs === shownMs);
  if (exact !== undefined) return exact;
  // Skipped: forward, minute by minute, to where the clocks go on.
  let at = moments[0] ?? shownMs;
  while (clockOf(at, timeZone).shownMs < shownMs) at += MINUTE;
  return at;
}
