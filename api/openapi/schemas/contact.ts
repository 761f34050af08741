import { z } from 'zod';
import { pushTokenBody } from '../../../core/schemas/contact';
import { contactFields, needsOne } from './contact-fields';
import { answer, uuid } from './formats';

const UNKNOWN = 'Fields that are not listed go to `meta`, their names in camelCase.';

export const contactRequest = contactFields.meta({
  id: 'ContactRequest',
  description: `At least one of \`email\`, \`phone\` and \`external_id\` is needed. ${UNKNOWN} Null says nothing.`,
  override: needsOne('email', 'phone', 'external_id', 'id', 'externalId'),
});

export const contactChangesRequest = contactFields.meta({
  id: 'ContactChanges',
  description: `Only the fields given change; null clears one (\`email\`, \`phone\` and \`push_tokens\`: all of them). ${UNKNOWN}`,
});

/** A contact as answers show it (CONTACT-1). */
export const contact = z
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

export const contactAnswer = answer('ContactAnswer', { contact });

export const contactDeleted = answer('ContactDeleted', { deleted: z.literal(true) });

export const contactList = answer('ContactList', {
  data: z.object({
    contacts: z.array(contact),
    total: z.int().min(0).describe('How many match, on all pages.'),
    limit: z.int(),
    offset: z.int(),
  }),
});

export const pushTokenRequest = pushTokenBody
  .extend({ token: pushTokenBody.shape.token.describe('As the device got it from its push service.') })
  .meta({ id: 'PushTokenRequest' });
