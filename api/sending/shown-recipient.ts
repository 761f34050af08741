import { z } from 'zod';
import { CONTACT_FIELDS } from '../../core/contacts/rows';
import { email, jsonObject, phone } from '../../core/shared/schemas/fields';
import { contactFields, needsOne } from '../contacts/shown-fields';

// The text form of `to` as core/sending/recipient.ts reads it, in patterns of JSON Schema.

const slackChannel = z
  .string()
  .max(255)
  .regex(/^(?:#[^@\u0000-\u001f\u007f]+|[CG][A-Z0-9]{8,})$/)
  .meta({ title: 'Slack channel', description: 'A Slack channel, by its name after `#` or by its id.' });

const slackMember = z
  .string()
  .max(255)
  .regex(/^[UW][A-Z0-9]{8,}$/)
  .meta({ title: 'Slack member id' });

/** Excludes the other forms: no `@`, no `+` or `#` first, no Slack channel id, no seven digits with only separators. */
const otherIdentifier = z
  .string()
  .max(255)
  .regex(
    /^(?![+#])(?![CG][A-Z0-9]{8,}$)(?!(?:[\s.()[\]-]*[0-9]){7}[0-9\s.()[\]-]*$)(?!\s*$)[^@\u0000-\u001f\u007f]+$/,
  )
  .meta({
    title: 'External id or uuid',
    description:
      "The caller's own id of the contact, or the contact's uuid. What looks like a phone number without `+` is refused.",
  });

const text = (slackChannels: boolean) =>
  z.union([
    email.meta({ title: 'E-mail address' }),
    phone.meta({ title: 'Phone number' }),
    ...(slackChannels ? [slackChannel] : []),
    slackMember,
    otherIdentifier,
  ]);

/** The object form, with its other spellings. */
const recipientObject = contactFields
  .extend({
    payload: jsonObject
      .optional()
      .describe(
        'Template variables of this recipient, in place of those of the same name in the shared `payload`.',
      ),
  })
  .meta({
    id: 'RecipientObject',
    description:
      'A contact, by at least one identifier. The fields are stored on the contact; unknown ones go to its `meta`, in camelCase. `language` comes before that of the request.',
    override: needsOne(CONTACT_FIELDS.filter(({ key }) => key !== undefined)),
  });

/** One recipient. A Slack channel is allowed only in a send over Slack and in a cancel. */
export const recipient = z.union([text(false), recipientObject]).meta({
  id: 'Recipient',
  description: 'A recipient: an e-mail address, a phone number, an id, or an object.',
});
export const recipientOrSlackChannel = z.union([text(true), recipientObject]).meta({
  id: 'RecipientOrSlackChannel',
  description: 'A recipient, or a Slack channel (in a send over `slack` or in a cancel).',
});
