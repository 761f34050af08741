import { z } from 'zod';
import { email, phone } from '../../../core/schemas/fields';
import { recipientInput } from '../../../core/schemas/contact';
import { needsOne } from './needs-one';

// The free form of `to` as core/recipient.ts reads it, which JSON Schema can only say in patterns.

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

/** Not what the others are: no `@`, no `+` or `#` first, no Slack channel id, no seven digits with only separators. */
const otherIdentifier = z
  .string()
  .max(255)
  .regex(
    /^(?![+#])(?![CG][A-Z0-9]{8,}$)(?!(?:[\s.()[\]-]*[0-9]){7}[0-9\s.()[\]-]*$)(?=.*\S)[^@\u0000-\u001f\u007f]+$/,
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

const known = recipientInput.in.out;
const { external_id: externalId, slack, push_token: pushToken, push_tokens: pushTokens } = known.shape;

/** The object form, with the other spellings that it takes. */
export const recipientObject = known
  .extend({
    name: known.shape.name.describe('Full name; stored on the contact.'),
    external_id: externalId.describe("The caller's own id of the contact."),
    slack: slack.describe('Slack member id, starts with `U` or `W`.'),
    meta: known.shape.meta.describe('Custom metadata; wins over unknown fields of the same name.'),
    telegram: known.shape.telegram.describe('Telegram chat id.'),
    discord: known.shape.discord.describe('Discord user id.'),
    push_token: pushToken.describe('A device token; added to those of the contact.'),
    push_tokens: pushTokens.describe('Device tokens; added to those of the contact.'),
    id: externalId.describe('The same as `external_id`.'),
    externalId: externalId.describe('The same as `external_id`.'),
    slack_id: slack.describe('The same as `slack`.'),
    slackId: slack.describe('The same as `slack`.'),
    pushToken: pushToken.describe('The same as `push_token`.'),
    pushTokens: pushTokens.describe('The same as `push_tokens`.'),
  })
  .meta({
    id: 'RecipientObject',
    description:
      'A contact, by at least one identifier. The fields are stored on the contact; unknown ones go to its `meta`, in camelCase.',
    override: needsOne(
      'email',
      'phone',
      'external_id',
      'slack',
      'telegram',
      'discord',
      'push_token',
      'push_tokens',
      'id',
      'externalId',
      'slack_id',
      'slackId',
      'pushToken',
      'pushTokens',
    ),
  });

/** One recipient; a Slack channel may stand only on a send over Slack and in a cancel. */
export const recipient = z.union([text(false), recipientObject]).meta({
  id: 'Recipient',
  description: 'A recipient: an e-mail address, a phone number, an id, or an object.',
});
export const recipientOrSlackChannel = z.union([text(true), recipientObject]).meta({
  id: 'RecipientOrSlackChannel',
  description: 'A recipient, or a Slack channel (in a send over `slack` or in a cancel).',
});
