import { EMPTY_FIELDS } from '../../core/contacts/fields';
import { RESERVED_KEYS, reservedMetadata, withStored } from '../../core/contacts/reserved-metadata';
import type { Contact } from './model';

/**
 * Returns the contact with all fields, because earlier releases stored fewer, and with its reserved metadata in both
 * places. Earlier releases stored it only beside `meta` if it came with a send, and only in `meta`, without a check, if it
 * came with a POST.
 */
export function completed(stored: Contact): Contact {
  const contact = { ...EMPTY_FIELDS, ...stored };
  // Most contacts have none, so their metadata is not parsed.
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
