import { z } from 'zod';
import { closed } from '../events/file/closed';
import { parseDuration } from '../events/file/duration';
import { channel } from '../events/file/values';
import { CATEGORY_NAME, CATEGORY_NAME_RULE } from '../preferences/category';
import { isSuppressible } from '../receipts/suppression';
import { isOfPhones } from './subject';
import { timezone } from '../shared/schemas/fields';
import {
  CALENDAR_PERIODS,
  COUNTED_BY,
  type Limit,
  MOST_LIMITS,
  MOST_OF_ONE,
  MOST_OF_PREFIX,
  OVERS,
} from './limit';

const MINUTE = 60_000;
const MOST_MS = 31 * 24 * 60 * MINUTE;

const isPeriod = (text: string): boolean => {
  if (CALENDAR_PERIODS.some((period) => period === text)) return true;
  const ms = parseDuration(text);
  return ms !== undefined && ms >= MINUTE && ms <= MOST_MS;
};

const MOST_RULE = `must be an integer from 1 to ${MOST_OF_PREFIX}`;

const fields = {
  name: z
    .string()
    .regex(CATEGORY_NAME, CATEGORY_NAME_RULE)
    .optional()
    .describe('Its name in errors and explanations. Without it: its values.'),
  channel: channel.describe('The channel whose messages count.'),
  most: z
    .int(MOST_RULE)
    .min(1, MOST_RULE)
    .max(MOST_OF_PREFIX, MOST_RULE)
    .describe(`Maximum number of messages, 1 to ${MOST_OF_ONE}, of a prefix to ${MOST_OF_PREFIX}.`),
  per: z
    .string()
    .refine(isPeriod, 'must be "hour", "day", "week", or a duration from 1m to 31d, such as 10m')
    .describe(
      '`hour`, `day` or `week` of the calendar in `timezone`, or a duration such as `10m`: the time until now. At most 31 days.',
    )
    .meta({ examples: ['day', '10m'] }),
  of: z
    .enum(COUNTED_BY)
    .default('contact')
    .describe(
      'Whose messages are counted: of a contact, of an address or number, or of a prefix: all numbers that differ in the last four digits only.',
    ),
  timezone: timezone.default('UTC').describe('Time zone of the calendar (IANA).'),
  over: z
    .enum(OVERS)
    .default('skip')
    .describe(
      'What becomes of a message that is over the limit: it is skipped, or part of one message when the limit has a place again. `digest` is for messages behind a DIGEST step. Others are skipped.',
    ),
};

const ofApplication = {
  ...fields,
  category: z
    .string()
    .regex(CATEGORY_NAME, CATEGORY_NAME_RULE)
    .optional()
    .describe('Only messages of this category count. Without it: all.'),
  events: z
    .array(z.string().min(1).max(64))
    .min(1, 'must name at least one event')
    .max(100)
    .optional()
    .describe('Only messages of these events count. Without it: all.'),
  required: z
    .boolean()
    .default(false)
    .describe('Whether messages of required categories count and are stopped too.'),
};

/** Returns what is wrong with a limit whose fields are well-formed: the field and the error. */
function problemOf({ channel: over, of, most }: Pick<Limit, 'channel' | 'of' | 'most'>) {
  if (of === 'prefix' && !isOfPhones(over))
    return {
      path: ['of'],
      message: `must be "contact" or "address": ${over} does not send to phone numbers`,
    };
  if (of === 'address' && !isSuppressible(over))
    return { path: ['of'], message: `must be "contact": over ${over} a contact has one address` };
  if (of !== 'prefix' && most > MOST_OF_ONE)
    return { path: ['most'], message: `must be at most ${MOST_OF_ONE}, unless it is of a prefix` };
  return null;
}

const checked = (limit: Pick<Limit, 'channel' | 'of' | 'most'>, context: z.core.$RefinementCtx): void => {
  const problem = problemOf(limit);
  if (problem) context.addIssue({ code: 'custom', ...problem });
};

const areNamedOnce = (limits: readonly { name?: string | undefined }[]): boolean => {
  const names = limits.flatMap(({ name }) => name ?? []);
  return new Set(names).size === names.length;
};
const TWICE = 'has two limits of the same name';

/** `limits` of an event's file; that its channels have templates is checked in build-event.ts. */
export const eventLimits = z
  .array(closed(fields).superRefine(checked))
  .max(MOST_LIMITS)
  .refine(areNamedOnce, TWICE)
  .transform((limits) => limits.map(limitOf));

/** `limits` of an application in bodies of the admin API. */
export const applicationLimits = z
  .array(closed(ofApplication).superRefine(checked).meta({ id: 'LimitRequest' }))
  .max(MOST_LIMITS)
  .refine(areNamedOnce, TWICE);

/** A limit of an application in responses of the admin API. */
export const limitSchema = z
  .object({ ...ofApplication, timezone: z.string().describe('Time zone of the calendar (IANA).') })
  .meta({ id: 'Limit' });

export type GivenLimit = z.output<typeof applicationLimits>[number];

/** Returns a limit as it is stored. */
export const limitOf = ({
  name,
  category,
  events,
  required,
  ...limit
}: Omit<GivenLimit, 'required'> & { required?: boolean }): Limit => ({
  ...(name !== undefined && { name }),
  ...limit,
  ...(category !== undefined && { category }),
  ...(events && { events: [...new Set(events)] }),
  ...(required && { required }),
});

/** Returns a limit as the admin API shows it. */
export const limitView = (limit: Limit): GivenLimit => ({ ...limit, required: limit.required ?? false });
