import { unknownZoneOf } from '../../../core/contacts/unknown-zone';
import { zonesMeantBy } from '../../../core/sequences/clock';
import type { Contact } from '../../../store/contacts/model';
import type { StoryEntry } from './entry';

/** Returns an entry for each contact whose time zone does not exist (METADATA-5). */
export function unknownZonesOf(contacts: Contact[]): StoryEntry[] {
  return contacts.flatMap((contact) => {
    const zone = unknownZoneOf(contact);
    if (zone === null) return [];
    const meant = zonesMeantBy(zone);
    const advice = meant === undefined ? 'an IANA time zone' : meant;
    return {
      at: contact.updatedAt.toISOString(),
      kind: 'skipped',
      code: 'TIME_ZONE_UNKNOWN',
      text: `The contact has the time zone ${zone}, which does not exist, so the zone of each event counts. Set ${advice}.`,
      quote: null,
      notification_id: null,
      event: null,
    };
  });
}
