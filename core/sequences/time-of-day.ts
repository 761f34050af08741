import type { Temporal } from 'temporal-polyfill';
import { zonedTime } from './clock';

/** A time of day on some days of the week, in a time zone. */
export interface TimeOfDay {
  hour: number;
  minute: number;
  /** 0 is Sunday; absent: every day. */
  days?: number[];
}

/**
 * Returns the next moment, after `fromMs`, at which clocks in the first known of these time zones show this time;
 * milliseconds since 1970. If the clocks skip the time, it is the moment at which they go on. If they show it twice, it
 * is the first of the two.
 */
export function nextTimeOfDay(
  { hour, minute, days: weekdays }: TimeOfDay,
  zones: (string | null)[],
  fromMs: number,
): number {
  const now = zonedTime(zones, fromMs);
  for (let days = 0; days <= 8; days += 1) {
    const date = now.toPlainDate().add({ days });
    if (weekdays && !weekdays.includes(date.dayOfWeek % 7)) continue;
    const moment = momentOf(date.toPlainDateTime({ hour, minute }), now.timeZoneId);
    if (moment > fromMs) return moment;
  }
  throw new RangeError('there is no such day of the week');
}

function momentOf(time: Temporal.PlainDateTime, zone: string): number {
  const shown = time.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isSkipped = !shown.toPlainDateTime().equals(time);
  return ((isSkipped && shown.getTimeZoneTransition('next')) || shown).epochMilliseconds;
}
