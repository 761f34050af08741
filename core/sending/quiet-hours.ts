import { Temporal } from 'temporal-polyfill';
import type { Channel } from '../shared/channels';
import { zonedTime } from '../sequences/clock';

/** Hours of the day in which nothing is sent, in the contact's local time. */
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

const { compare } = Temporal.PlainTime;
const DAY = 24 * 60 * 60_000;

/**
 * Returns when the quiet hours around a time end, null if it is outside them; both in milliseconds since 1970. Local time
 * decides: an end that the clock skips is the moment after the skip, and hours that it repeats are quiet twice.
 */
export function quietUntil(hours: QuietHours, timezone: string | null, atMs: number): number | null {
  const [from, to] = [Temporal.PlainTime.from(hours.from), Temporal.PlainTime.from(hours.to)];
  const isQuiet = (time: Temporal.PlainTime): boolean => {
    const [isAfterFrom, isBeforeTo] = [compare(from, time) <= 0, compare(time, to) < 0];
    return compare(from, to) < 0 ? isAfterFrom && isBeforeTo : isAfterFrom || isBeforeTo;
  };
  let at = zonedTime([timezone, hours.timezone], atMs);
  while (isQuiet(at.toPlainTime())) {
    const milliseconds = (at.toPlainTime().until(to).total('milliseconds') + DAY) % DAY;
    const end = at.add({ milliseconds });
    // If the clock is set meanwhile, look again from there.
    const isSet = end.offsetNanoseconds !== at.offsetNanoseconds;
    at = (isSet && at.getTimeZoneTransition('next')) || end;
  }
  return at.epochMilliseconds === atMs ? null : at.epochMilliseconds;
}
