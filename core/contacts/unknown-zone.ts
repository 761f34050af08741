import { isKnownZone } from '../sequences/clock';

/**
 * Returns the time zone of a contact if it does not exist (METADATA-5); null otherwise. Earlier releases accepted
 * abbreviations such as `PST`, and stored any text that came in `meta`.
 */
export function unknownZoneOf({ timezone, meta }: { timezone: string | null; meta: string }): string | null {
  const zone = timezone ?? zoneIn(meta);
  return zone === null || isKnownZone(zone) ? null : zone;
}

function zoneIn(meta: string): string | null {
  // Most contacts have none, so their metadata is not parsed.
  if (!meta.includes('"timezone"')) return null;
  const { timezone } = JSON.parse(meta) as { timezone?: unknown };
  return typeof timezone === 'string' ? timezone : null;
}
