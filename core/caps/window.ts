import { parseDuration } from '../events/file/duration';
import { zonedTime } from '../sequences/clock';
import type { Limit } from './limit';

/** The time in which messages count at a moment. */
export interface Window {
  /** A message from before does not count. */
  since: Date;
  /** The end of the period of the calendar. Null: a duration, so each message counts for `ms` from its own time. */
  ends: Date | null;
  /** Length of the duration, milliseconds; 0 for a period of the calendar. */
  ms: number;
}

/** Returns the window of a limit at a time. Weeks begin on Monday. */
export function windowAt({ per, timezone }: Pick<Limit, 'per' | 'timezone'>, at: Date): Window {
  const now = zonedTime([timezone], at.getTime());
  const day = now.startOfDay();
  const dates = (since: typeof now, ends: typeof now): Window => ({
    since: new Date(since.epochMilliseconds),
    ends: new Date(ends.epochMilliseconds),
    ms: 0,
  });
  switch (per) {
    case 'hour': {
      const hour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' });
      return dates(hour, hour.add({ hours: 1 }));
    }
    case 'day':
      return dates(day, day.add({ days: 1 }).startOfDay());
    case 'week': {
      const monday = day.subtract({ days: now.dayOfWeek - 1 }).startOfDay();
      return dates(monday, monday.add({ weeks: 1 }).startOfDay());
    }
    default: {
      const ms = parseDuration(per) ?? 0;
      return { since: new Date(at.getTime() - ms), ends: null, ms };
    }
  }
}

/** Returns when a place that was taken at a time does not count any more. */
export function freeAt(limit: Pick<Limit, 'per' | 'timezone'>, taken: Date): Date {
  const { ends, ms } = windowAt(limit, taken);
  return ends ?? new Date(taken.getTime() + ms);
}
