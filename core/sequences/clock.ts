import { Temporal } from 'temporal-polyfill';

/**
 * Returns the time in the first zone that this process knows, else in UTC. A contact may have a newer zone.
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
