import { z } from 'zod';
import { REPORTING } from '../receipts/reporting';
import { CHANNELS, ENVIRONMENTS } from '../shared/channels';
import { normalizeEmail, parseSenderMailbox } from '../contacts/email-address';
import { parseE164 } from '../contacts/phone';
import { brand } from '../sending/brand-shape';
import { smsCountries } from '../caps/countries';
import { applicationLimits } from '../caps/limit-shape';
import { smsGuard } from '../caps/sms-guard-shape';
import { smsPrices } from '../sending/sms-prices-shape';
import { isAlphanumericSender, SENDER_TYPES } from '../sending/sender-type';
import { choice } from '../events/file/choice';
import { PART_KINDS } from '../events/parts/part';
import { PUSHED_VIA } from '../events/version';
import { KEY_SCOPES } from '../access/key-scopes';
import { WEBHOOK_RETRIES } from '../webhooks/plan';
import { tenantId } from '../tenants/id';
import { contactInput } from '../contacts/shape';
import { email, jsonObject, language, line, pageLimit } from '../shared/schemas/fields';
import { typeMessage } from '../shared/schemas/issue-message';
import { timeLike } from '../shared/schemas/times';
import { withExpected } from './expected';

/** Labels have at most 63 characters (RFC 1035 section 2.3.4). */
const domain = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'must be a domain name, for example example.com',
  );

/** An address, number or id that sandbox delivers to, normalized as in messages. */
const recipient = line(4096)
  .min(1)
  .transform((value) => normalizeEmail(value) ?? parseE164(value) ?? value);
const days = z.number().int().min(1).max(36_500).nullable().optional();

const settings = {
  subscription: z.enum(['active', 'inactive']).optional(),
  monthly_quota: z.number().int().min(0).max(1_000_000_000).optional(),
  daily_quota: z.number().int().min(0).max(1_000_000_000).nullable().optional(),
  otp_domain: domain.nullable().optional(),
  sms_prices: smsPrices.optional(),
  owner_email: email.nullable().optional(),
  from: line(320)
    .refine(
      (value) => parseSenderMailbox(value) !== null,
      'must be an e-mail address in ASCII before the @, with or without a name',
    )
    .nullable()
    .optional(),
  sandbox_recipients: z.array(recipient).max(1000).optional(),
  delivered_channels: z.array(z.enum(REPORTING)).max(10).optional(),
  webhook_retries: z.enum(WEBHOOK_RETRIES).optional(),
  limits: applicationLimits.optional(),
  sms_countries: smsCountries.optional(),
  sms_guard: smsGuard.optional(),
  keep_notifications_days: days,
  keep_content_days: days,
  brand,
};

export const createApplicationBody = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'must be 1 to 64 letters, digits, dots, dashes or underscores'),
  ...settings,
});

/** Lists and objects, which a change replaces as a whole. */
export const APPLICATION_WHOLES = [
  'limits',
  'sms_countries',
  'sms_guard',
  'sms_prices',
  'sandbox_recipients',
  'delivered_channels',
  'brand',
] as const satisfies (keyof typeof settings)[];

export const updateApplicationBody = withExpected(settings, APPLICATION_WHOLES);

/** When a key expires. */
export const expiry = timeLike('2027-03-01T09:00:00Z').nullable().optional();

export const createKeyBody = z.strictObject({
  environment: z.enum(ENVIRONMENTS),
  label: line(255).optional(),
  rate_limit: z.number().int().min(1).max(100_000).nullable().optional(),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, 'must have at least one scope. Without the field, the key has all scopes')
    .max(10)
    .transform((given) => KEY_SCOPES.filter((scope) => given.includes(scope)))
    .nullable()
    .optional(),
  expires_at: expiry,
});

export const createSenderBody = z
  .strictObject({ type: z.enum(SENDER_TYPES), value: z.string().max(320) })
  .transform(({ type, value }, context) => {
    const normalized = {
      domain: (input: string) => domain.safeParse(input).data ?? null,
      email: (input: string) => parseSenderMailbox(input) && normalizeEmail(input),
      phone: parseE164,
      alphanumeric: (input: string) => (isAlphanumericSender(input) ? input : null),
    }[type](value);
    if (normalized !== null) return { type, value: normalized };
    const message =
      type === 'alphanumeric'
        ? 'must be 1 to 11 letters, digits and spaces, with at least one letter and no space at its ends'
        : `must be a valid ${type}`;
    context.addIssue({ code: 'custom', path: ['value'], message });
    return z.NEVER;
  });

/** The reader of event files says which of them is too large. */
export const pushEventsBody = z.strictObject({
  files: z
    .array(z.strictObject({ name: line(255).min(1), content: z.string() }))
    .min(1)
    .max(1000),
  dry_run: z.boolean().default(false),
  differences: z
    .boolean()
    .default(false)
    .describe(
      'Whether the response has each message that changes as it is rendered before and after, with the first example of its event. At most 100 have their content.',
    ),
  via: z
    .enum(PUSHED_VIA)
    .default('api')
    .describe('The tool that pushes. The versions of the events show it.'),
  expected_versions: z
    .record(z.string(), z.int().min(0).nullable())
    .optional()
    .describe(
      'Version of each event, layout and partial (`layouts/base.mjml`) that the files are based on; null: it does not exist. If one has another version, nothing is applied.',
    ),
});

export const promoteEventBody = z.strictObject({
  with_parts: z
    .boolean()
    .default(false)
    .describe(
      'Whether the layouts and partials that it uses, its category, and the texts of the preference page to which it leads go with it, if production has others.',
    ),
  dry_run: z.boolean().default(false).describe('Whether nothing is applied. The response has what differs.'),
  differences: pushEventsBody.shape.differences,
  expected_versions: pushEventsBody.shape.expected_versions,
});

/** Query of the events of an environment. */
export const eventsQuery = z.strictObject({
  files: z.enum(['true', 'false']).optional().describe('Return the file of each event as `source`.'),
});

/** Query of the layouts, partials and translations of an environment. */
export const partsQuery = z.strictObject({
  content: z.enum(Object.values(PART_KINDS)).optional().describe('Return the content of those of this kind.'),
});

/** Query of the versions of an event. */
export const eventVersionsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be the value of next in an earlier response')
    .transform(Number)
    .optional()
    .meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

/** Query of the deleted events of an environment. */
export const deletedEventsQuery = z.strictObject({
  after: line(64).min(1).optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

export const restoreVersionBody = z.strictObject({
  expected_version: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe(
      'The version that the event has now; null: it is deleted. If it has another one, nothing is applied.',
    ),
});

export const deleteEventBody = z.strictObject({ force: z.boolean().default(false) });

const exampleName = line(64)
  .min(1)
  .describe("Name of one of the event's examples, for an absent `payload`; the first one by default.");

export const renderEventBody = z.strictObject({
  file: z
    .string()
    .optional()
    .describe(
      'Content of a file that is not pushed, to be rendered in place of the event. It may have another name.',
    ),
  channel: z.enum(CHANNELS),
  step: line(255).min(1).optional(),
  language: language.optional(),
  payload: jsonObject.optional().describe('Without it, the example; without one, an empty payload.'),
  example: exampleName.optional(),
  contact: contactInput.optional(),
  tenant: tenantId.optional().describe('Tenant in whose name it is rendered.'),
});

const recipientText = line(320).min(1);

/** Body of an operator's send. `to` is as in any send. */
export const sendEventBody = z.strictObject({
  to: choice([recipientText, jsonObject], (given) => {
    if (typeof given === 'string') return recipientText;
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    return isObject ? jsonObject : typeMessage('text or an object', given);
  }).describe('As `to` of a send.'),
  channel: z.enum(CHANNELS).optional(),
  language: language.optional(),
  payload: jsonObject.optional().describe('Without it, the example; without one, an empty payload.'),
  example: exampleName.optional(),
  tenant: tenantId.optional().describe('As `tenant` of a send.'),
  skip_waits: z
    .boolean()
    .optional()
    .describe('Sandbox only: waits are over at once, and the answer comes after the last step.'),
});

export type RenderEventBody = z.output<typeof renderEventBody>;

/** Body that says whether somebody has an event open in an editor. */
export const editingBody = z.strictObject({ open: z.boolean().default(true) });
