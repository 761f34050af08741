import { z } from 'zod';
import { CONTACT_FIELDS } from '../../core/contacts/rows';
import { jsonObject } from '../../core/shared/schemas/fields';
import { metadata } from '../../core/sending/metadata';
import { reference } from '../../core/sending/reference';
import { EMAIL, PHONE } from '../../core/shared/schemas/patterns';
import { contactFields, needsOne, UNKNOWN } from '../contacts/shown-fields';

// The text form of `to` as core/sending/recipient.ts reads it, in patterns of JSON Schema.

const SLACK_CHANNEL = '^(?:#[^@\\u0000-\\u001f\\u007f]+|[CG][A-Z0-9]{8,})$';

/** Excludes the other forms: no `@`, no `+` or `#` first, no Slack channel id, no seven digits with only separators. */
const OTHER_IDENTIFIER =
  '^(?![+#])(?![CG][A-Z0-9]{8,}$)(?!(?:[\\s.()[\\]-]*[0-9]){7}[0-9\\s.()[\\]-]*$)(?!\\s*$)[^@\\u0000-\\u001f\\u007f]+$';

const FORMS =
  "an e-mail address, a phone number, a Slack member id, the caller's own id or the contact's uuid";

/** One schema for every form, because generators make a type of each alternative. */
const text = (id: string, patterns: string[], description: string) =>
  z
    .string()
    .max(255)
    .meta({ id, pattern: patterns.join('|'), description });

/** The object form. */
const recipientObject = contactFields
  .extend({
    payload: jsonObject
      .optional()
      .describe(
        'Template variables of this recipient, in place of those of the same name in the shared `payload`.',
      ),
    metadata: metadata
      .optional()
      .describe('Of this notification, in place of those of the same name in the shared `metadata`.'),
    reference: reference.optional().describe('Of this notification, in place of the shared `reference`.'),
  })
  .meta({
    id: 'RecipientObject',
    description: `A contact, by at least one identifier. The fields are stored on the contact. ${UNKNOWN} \`language\` comes before that of the request.`,
    override: needsOne(CONTACT_FIELDS.filter(({ key }) => key !== undefined)),
  });

/** Returns the schema of one recipient, and of one or an array of them. */
function shown(id: string, toId: string, text: z.ZodType, description: string) {
  const one = z.union([text, recipientObject]).meta({ id, description });
  const to = z.union([text, recipientObject, z.array(one).min(1).max(1000)]).meta({
    id: toId,
    description: 'One recipient, or an array of 1 to 1,000. Each gets a separate notification.',
  });
  return { one, to };
}

/** A recipient of a send whose channel the service chooses. */
export const { one: recipient, to } = shown(
  'Recipient',
  'To',
  text(
    'RecipientText',
    [EMAIL, PHONE, OTHER_IDENTIFIER],
    `A recipient as text: ${FORMS}. What looks like a phone number without \`+\` is refused.`,
  ),
  'A recipient: an e-mail address, a phone number, an id, or an object.',
);

/** A recipient, or a Slack channel, which only a send over Slack and a cancel allow. */
export const { one: recipientOrSlackChannel, to: toOrSlackChannel } = shown(
  'RecipientOrSlackChannel',
  'ToOrSlackChannel',
  text(
    'RecipientOrSlackChannelText',
    [EMAIL, PHONE, OTHER_IDENTIFIER, SLACK_CHANNEL],
    `A recipient as text: ${FORMS}, or a Slack channel by its name after \`#\` or by its id.`,
  ),
  'A recipient, or a Slack channel (in a send over `slack` or in a cancel).',
);
