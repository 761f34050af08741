import { Temporal } from 'temporal-polyfill';

/**
 * The time in the first of the zones that is known here, else in UTC. A contact may come from a place that knows newer
 * zones.
 */
export function zonedTime(zones: (string | null)[], ms: number): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(ms);
  for (const zone of zones) {
    if (zone === null) continue;
    try {
      return instant.toZonedDateTimeISO(zone);
    } catch {
      continue;
    }
  }
  return instant.toZonedDateTimeISO('UTC');
}
