import { z } from 'zod';
import { contactChanges, pushTokenBody } from '../../../core/schemas/contact';
import { uuid } from './formats';
import { needsOne } from './needs-one';

const fields = contactChanges.in;
const { shape } = fields;

const documented = fields.extend({
  external_id: shape.external_id.describe("The caller's own id of the contact."),
  name: shape.name.describe('Full name; the first word is the first name, the rest the last.'),
  avatar: shape.avatar.describe(
    'Address of a picture; where there is none, the Gravatar address of the e-mail is shown.',
  ),
  slack: shape.slack.describe('Slack member id, starts with `U` or `W`.'),
  meta: shape.meta.describe('Custom metadata; wins over unknown fields of the same name.'),
});

const UNKNOWN = 'Fields that are not listed go to `meta`, their names in camelCase.';

export const contactRequest = documented.meta({
  id: 'ContactRequest',
  description: `At least one of \`email\`, \`phone\` and \`external_id\` is needed. ${UNKNOWN} Null says nothing.`,
  override: needsOne('email', 'phone', 'external_id'),
});

export const contactChangesRequest = documented.meta({
  id: 'ContactChanges',
  description: `Only the fields given change; null clears one (\`email\` and \`phone\`: all of them). ${UNKNOWN}`,
});

/** Interface 2.1. */
export const contact = z
  .strictObject({
    uuid: uuid,
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

export const contactAnswer = z
  .strictObject({ success: z.literal(true), contact })
  .meta({ id: 'ContactAnswer' });

export const contactDeleted = z
  .strictObject({ success: z.literal(true), deleted: z.literal(true) })
  .meta({ id: 'ContactDeleted' });

export const contactList = z
  .strictObject({
    success: z.literal(true),
    data: z.strictObject({
      contacts: z.array(contact),
      total: z.int().min(0).describe('How many match, on all pages.'),
      limit: z.int(),
      offset: z.int(),
    }),
  })
  .meta({ id: 'ContactList' });

export const pushTokenRequest = pushTokenBody
  .extend({ token: pushTokenBody.shape.token.describe('As the device got it from its push service.') })
  .meta({ id: 'PushTokenRequest' });
