import type { ZodOpenApiOverride } from 'zod-openapi';
import { contactBody } from '../../core/schemas/contact';

const { shape } = contactBody;
const { external_id: externalId, slack, push_token: pushToken, push_tokens: pushTokens } = shape;

/** The fields of a contact in a body and in `to`, with their other spellings. */
export const contactFields = contactBody.extend({
  name: shape.name.describe('Full name; the first word is the first name, the rest the last.'),
  avatar: shape.avatar.describe(
    'Address of a picture. Without one, the Gravatar address of the e-mail is shown.',
  ),
  external_id: externalId.describe("The caller's own id of the contact."),
  slack: slack.describe('Slack member id, starts with `U` or `W`.'),
  meta: shape.meta.describe(
    'Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names.',
  ),
  language: shape.language.describe('The language that messages are in, a BCP 47 tag; kept in `meta`.'),
  timezone: shape.timezone.describe('IANA time zone, for times of day and quiet hours; kept in `meta`.'),
  telegram: shape.telegram.describe('Telegram chat id; kept in `meta`.'),
  discord: shape.discord.describe('Discord user id; kept in `meta`.'),
  push_token: pushToken.describe('A device token; added to those of the contact.'),
  push_tokens: pushTokens.describe('Device tokens; added to those of the contact.'),
  id: externalId.describe('The same as `external_id`.'),
  externalId: externalId.describe('The same as `external_id`.'),
  slack_id: slack.describe('The same as `slack`.'),
  slackId: slack.describe('The same as `slack`.'),
  pushToken: pushToken.describe('The same as `push_token`.'),
  pushTokens: pushTokens.describe('The same as `push_tokens`.'),
});

/** Requires that at least one of these fields is there and not null. */
export const needsOne =
  (...fields: string[]): ZodOpenApiOverride =>
  ({ jsonSchema }) => {
    const anyOf = fields.map((field) => ({ required: [field], properties: { [field]: filled(field) } }));
    // In an `allOf`, because generators of types read an `anyOf` beside `properties` as an alternative to them.
    jsonSchema.allOf = [{ anyOf }];
  };

/** A Telegram chat is a number as well. */
const TYPES: Record<string, ('string' | 'integer')[]> = { telegram: ['string', 'integer'] };

const filled = (field: string) =>
  /tokens$/i.test(field)
    ? { type: 'array' as const, minItems: 1, items: { type: 'string' as const } }
    : { type: TYPES[field] ?? ('string' as const) };

const UNKNOWN = 'Fields that are not listed go to `meta`, their names in camelCase.';

export const shownContact = contactFields.meta({
  id: 'ContactRequest',
  description: `At least one of \`email\`, \`phone\` and \`external_id\` is needed. ${UNKNOWN} Null says nothing.`,
  override: needsOne('email', 'phone', 'external_id', 'id', 'externalId'),
});

export const shownContactChanges = contactFields.meta({
  id: 'ContactChanges',
  description: `Only the fields given change; null clears one (\`email\`, \`phone\` and \`push_tokens\`: all of them). ${UNKNOWN}`,
});
