import { createHash } from 'node:crypto';
import { splitName } from '../../core/contacts/fields';
import type { Contact } from '../../store/contacts/model';

/** Returns a contact as the API shows it (CONTACT-1). */
export function contactView(contact: Contact) {
  return {
    uuid: contact._id,
    emailAddresses: contact.emails,
    phoneNumbers: contact.phones,
    name: contact.name,
    ...splitName(contact.name),
    externalId: contact.externalId,
    avatar: contact.avatar ?? gravatar(contact.emails[0]),
    username: contact.username,
    slack: contact.slack,
    meta: JSON.parse(contact.meta) as Record<string, unknown>,
  };
}

/** Returns the Gravatar address of an e-mail (docs.gravatar.com: SHA-256 of the trimmed, lower-case address). */
function gravatar(email: string | undefined): string | null {
  if (email === undefined) return null;
  return `https://www.gravatar.com/avatar/${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`;
}
