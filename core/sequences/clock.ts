import { Temporal } from 'temporal-polyfill';
import { remember } from '../shared/remember';

/**
 * Returns the time in the first zone that this process knows, else in UTC. A contact may have a newer zone, or one that an
 * earlier release accepted.
 */
export function zonedTime(zones: (string | null)[], ms: number): Temporal.ZonedDateTime {
  const zone = zones.find((one) => one !== null && isKnownZone(one)) ?? 'UTC';
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

/** A name, and neither an offset nor a date with its zone in brackets. */
const NAME = /^[A-Za-z][\w+/-]*$/;

/** Returns whether a time zone exists. Everything that reads clocks knows the same zones. A look-up takes 0.1 ms. */
export const isKnownZone = remember({ max: 1_000 }, (zone): boolean => NAME.test(zone) && hasClocks(zone));

function hasClocks(zone: string): boolean {
  try {
    // Intl alone also takes abbreviations such as PST, which say neither whose they are nor when clocks change.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId !== '';
  } catch {
    return false;
  }
}

/** What people mean by the abbreviations that Intl does not know, or of which it knows one meaning only. */
const MEANT: Readonly<Record<string, string>> = {
  ACT: 'Australia/Darwin or America/Rio_Branco',
  AST: 'America/Halifax or Asia/Riyadh',
  BST: 'Europe/London or Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CDT: 'America/Chicago or America/Havana',
  CEST: 'Europe/Berlin',
  CST: 'America/Chicago, Asia/Shanghai or America/Havana',
  EDT: 'America/New_York',
  IST: 'Asia/Kolkata, Europe/Dublin or Asia/Jerusalem',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  MDT: 'America/Denver',
  MSK: 'Europe/Moscow',
  PDT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles or Asia/Manila',
  SST: 'Asia/Singapore, Pacific/Guadalcanal or Pacific/Pago_Pago',
};

/** Returns the names of the zones that an abbreviation may mean; undefined if there is no telling. */
export function zonesMeantBy(zone: string): string | undefined {
  const own = MEANT[zone.toUpperCase()];
  if (own !== undefined || !NAME.test(zone)) return own;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return isKnownZone(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}
