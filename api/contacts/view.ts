import { createHash } from 'node:crypto';
import { z } from 'zod';
import { splitName } from '../../core/contacts/fields';
import type { Contact } from '../../store/contacts/model';
import { answer, uuid } from '../http/formats';

/** A contact as the API shows it (CONTACT-1). */
export const contactSchema = z
  .object({
    uuid,
    emailAddresses: z.array(z.string()).describe('The newest is first.'),
    phoneNumbers: z.array(z.string()).describe('In E.164 form; the newest is first.'),
    name: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    externalId: z.string().nullable(),
    avatar: z.string().nullable(),
    username: z.string().nullable(),
    slack: z.string().nullable(),
    meta: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Contact' });

export const contactAnswer = answer('ContactAnswer', { contact: contactSchema });

export const contactDeleted = answer('ContactDeleted', { deleted: z.literal(true) });

export function contactView(contact: Contact): z.output<typeof contactSchema> {
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
