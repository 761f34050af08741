import { z } from 'zod';
import { parseSenderMailbox } from '../contacts/email-address';
import { choice } from '../events/file/choice';
import { metadata } from '../sending/metadata';
import { overrides } from '../sending/overrides-shape';
import { IF_OPEN, reference } from '../sending/reference';
import { tenantId } from '../tenants/id';
import * as patterns from '../shared/schemas/patterns';
import { email, jsonObject, language, line, phone } from '../shared/schemas/fields';
import { timeText } from '../shared/schemas/times';

const mailbox = line(320)
  .refine(
    (value) => parseSenderMailbox(value) !== null,
    'must be an e-mail address in ASCII before the @, with or without a name, such as Shop <hello@example.com>',
  )
  .meta({
    format: 'mailbox',
    pattern: patterns.MAILBOX,
    description: 'An e-mail address, with or without a name: `Shop <hello@example.com>`.',
  });

const ofPhone = z.strictObject({ phone }).transform((value) => value.phone);
const ofEmail = z
  .strictObject({ email, name: line(255).optional() })
  .transform((value) =>
    value.name ? `"${value.name.replace(/["\\]/g, '\\$&')}" <${value.email}>` : value.email,
  );

/** `from`: an e-mail address or phone number, `{ email, name }` or `{ phone }`; read as one string. */
const from = choice([phone, mailbox, ofEmail, ofPhone], (given) => {
  if (typeof given === 'string') return given.startsWith('+') && !given.includes('@') ? phone : mailbox;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return 'must be an e-mail address, a phone number, or an object with email or phone';
  }
  return 'phone' in given && !('email' in given) ? ofPhone : ofEmail;
});

/** `from` as the OpenAPI document shows it: one text and one object, because generators make a type of each alternative. */
export const shownFrom = z
  .union([
    z
      .string()
      .max(320)
      .meta({ pattern: `${patterns.PHONE}|${patterns.MAILBOX}` }),
    z
      .object({ email: email.optional(), name: line(255).optional(), phone: phone.optional() })
      .meta({ id: 'Sender', description: '`email`, with or without `name`, or `phone`.' }),
  ])
  .meta({
    id: 'From',
    description:
      'Custom sender; it must be verified. As text: an e-mail address, with or without a name (`Shop <hello@example.com>`), or a phone number.',
  })
  .optional();

/** api/sending/send-at.ts checks its range, which counts from the request. */
const sendAt = timeText(
  'must be a time in ISO 8601 with Z or an offset: YYYY-MM-DDThh:mm:ssZ or YYYY-MM-DDThh:mm:ss+hh:mm',
);

/** Body of a send (SEND-4); `to` is read on its own (core/sending/recipient.ts). */
export const sendBody = z.strictObject({
  to: z.unknown(),
  payload: jsonObject
    .optional()
    .describe(
      'Template variables, `{{key}}`. At most 100 levels deep; the whole body has 1 MB and 50,000 commas and opening brackets at most.',
    ),
  language: language
    .optional()
    .describe("Language variant of the template; if there is none, the event's default is used."),
  overrides: overrides.optional().describe('Replaces parts of the template or the brand for this send.'),
  from: from.optional().describe('Custom sender; it must be verified.'),
  tenant: tenantId
    .optional()
    .describe(
      'Id of the tenant in whose name the message is sent: it chooses brand, sender, integrations and variables.',
    ),
  metadata: metadata
    .optional()
    .describe(
      'Short texts that the notification keeps for you, such as an order id. They are in its webhooks, and lists find notifications by them. They are not encrypted.',
    ),
  reference: reference
    .optional()
    .describe(
      'What the notification is about, in your words, such as the id of a booking. Lists, cancels and signals find notifications by it.',
    ),
  if_open: z
    .enum(IF_OPEN)
    .optional()
    .describe(
      'With `reference`: at most one notification of the event, contact and reference is open. If one is, `keep` answers with it and sends nothing, and `replace` cancels it first.',
    ),
  send_at: sendAt
    .optional()
    .describe('When to send, up to 30 days ahead; until then it can be cancelled. Absent: now.'),
  skip_waits: z
    .boolean()
    .optional()
    .describe('Sandbox only: `send_at`, waits, digest windows and quiet hours are over at once.'),
});

const ofReference = reference.optional().describe('Only notifications with this reference.');

/** Body of a cancel (CANCEL-1). */
export const cancelBody = z.strictObject({ to: z.unknown(), reference: ofReference });

/** Arguments of a signal. The handler of the sequence has their types. */
export const signalArgs = z
  .array(z.unknown())
  .optional()
  .describe('Arguments of the handler, in order. Temporal stores them, so they hold no address and no name.');

/** Body of a signal (SIGNAL-1). */
export const signalBody = z.strictObject({
  to: z.unknown(),
  reference: ofReference,
  signal: line(255).min(1).describe('Name of the signal, as the sequence defines it.'),
  args: signalArgs,
});
