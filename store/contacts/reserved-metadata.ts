import { RESERVED_KEYS, reservedMetadata, withStored } from '../../core/contacts/reserved-metadata';
import type { Contact } from './model';

/**
 * Returns the contact with its reserved metadata in both places. Earlier releases stored it beside `meta` alone if a send
 * brought it, and in `meta` alone, whatever it was, if a POST did.
 */
export function inBothPlaces(contact: Contact): Contact {
  // Most contacts have none, and their metadata need not be read for that.
  if (!RESERVED_KEYS.some((key) => contact[key] !== null || contact.meta.includes(`"${key}"`)))
    return contact;
  const sent = JSON.parse(contact.meta) as Record<string, unknown>;
  const meta = withStored(sent, contact);
  return {
    ...contact,
    ...reservedMetadata(meta, contact),
    ...(Object.keys(meta).length > Object.keys(sent).length && { meta: JSON.stringify(meta) }),
  };
}
