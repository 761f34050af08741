import { unknownZoneOf } from '../core/contacts/unknown-zone';
import type { Contact } from '../store/contacts/model';
import type { ActivityDeps } from './deps';

/** Returns a contact's time zone; null if it has none, or one that does not exist, which the log says (METADATA-5). */
export function contactZone(
  { log }: ActivityDeps,
  notificationId: string,
  contact: Contact | null,
): string | null {
  if (!contact) return null;
  const timezone = unknownZoneOf(contact);
  if (timezone === null) return contact.timezone;
  const about = { notificationId, contactId: contact._id, timezone };
  log.warn(about, 'the contact has a time zone that does not exist; the zone of the event is used');
  return null;
}
