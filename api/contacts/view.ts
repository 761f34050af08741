import { createHash } from 'node:crypto';
import { z } from 'zod';
import { splitName } from '../../core/contacts/fields';
import { CONTACT_FIELDS, type ContactField } from '../../core/contacts/rows';
import type { Contact } from '../../store/contacts/model';
import { answer, uuid } from '../http/formats';

const text = z.string().nullable();

/** The names of a field in answers. */
const answered = ({ field, holds, answer: shown }: ContactField): [string, z.ZodType][] => {
  if (!shown) return [];
  const schema = holds === 'one' ? text : z.array(z.string());
  const own: [string, z.ZodType] = [shown.name, shown.about ? schema.describe(shown.about) : schema];
  return field === 'name' ? [own, ['firstName', text], ['lastName', text]] : [own];
};

/** A contact as the API shows it (CONTACT-1). */
export const contactSchema = z
  .object({
    uuid,
    ...Object.fromEntries(CONTACT_FIELDS.flatMap(answered)),
    meta: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Contact' });

export const contactAnswer = answer('ContactAnswer', { contact: contactSchema });

export const contactDeleted = answer('ContactDeleted', { deleted: z.boolean() });

/** Returns a contact as the API shows it. */
export function contactView(contact: Contact): z.output<typeof contactSchema> & Record<string, unknown> {
  const shown = CONTACT_FIELDS.flatMap(({ field, answer }) =>
    answer ? [[answer.name, contact[field]]] : [],
  );
  return {
    uuid: contact._id,
    ...(Object.fromEntries(shown) as Record<string, string | string[] | null>),
    ...splitName(contact.name),
    avatar: contact.avatar ?? gravatar(contact.emails[0]),
    meta: JSON.parse(contact.meta) as Record<string, unknown>,
  };
}

/** Returns the Gravatar address of an e-mail (docs.gravatar.com: SHA-256 of the trimmed, lower-case address). */
function gravatar(email: string | undefined): string | null {
  if (email === undefined) return null;
  return `https://www.gravatar.com/avatar/${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`;
}
