import { z } from 'zod';
import { type SegmentFilter, conditionsIn } from '../segments/filter';
import { momentOf } from '../segments/moment';
import { MOST_CONDITIONS, SEGMENT_NAMES, SEGMENT_PATH } from '../segments/names';
import { CHANNELS } from '../shared/channels';
import { atMost, line, pageLimit } from '../shared/schemas/fields';
import { topicName } from '../topics/topic';

const scalar = z.union([z.string().check(atMost(1000)), z.number(), z.boolean()]);
const moment = z
  .string()
  .max(64)
  .refine((text) => momentOf(text) !== null, {
    error: 'must be a date such as 2026-03-01, or a time with its zone such as 2026-03-01T09:00:00Z',
  });

const comparisons = {
  is: scalar.optional().describe('The value is this. Types count: `5` is not `"5"`.'),
  is_not: scalar.optional().describe('The value is different, or there is none.'),
  in: z.array(scalar).min(1).max(100).optional().describe('The value is one of these.'),
  contains: scalar.optional().describe('The text contains this text, or the list contains this element.'),
  at_least: z.number().optional().describe('The value is a number of at least this.'),
  at_most: z.number().optional().describe('The value is a number of at most this.'),
  since: moment.optional().describe('The value is this date or time, or a later one.'),
  before: moment.optional().describe('The value is a date or time before this.'),
};
const COMPARISONS = [...Object.keys(comparisons), 'exists'];

const condition = {
  value: z
    .string()
    .regex(
      SEGMENT_PATH,
      `must be contact. and one of ${SEGMENT_NAMES.join(', ')}, or a path into metadata such as contact.meta.plan`,
    )
    .optional()
    .describe('What is compared, such as `contact.language` or `contact.meta.plan`.')
    .meta({ examples: ['contact.meta.plan'] }),
  ...comparisons,
  exists: z
    .boolean()
    .optional()
    .describe('Whether there is a value, an address for `channel`, or a subscription of `topic`.'),
  channel: z.enum(CHANNELS).optional().describe('The contact has an address for it.'),
  topic: topicName.optional().describe('The contact is in it.'),
};

type Given = Record<string, unknown>;

/** Returns a check that an object has exactly one of its forms, and nothing of another. */
const oneOf =
  (forms: readonly string[]) =>
  (given: Given, { addIssue }: z.core.$RefinementCtx): void => {
    const chosen = forms.filter((form) => given[form] !== undefined);
    const wrong = (message: string, path: string[] = []) => addIssue({ code: 'custom', message, path });
    const [form, other] = chosen;
    if (form === undefined) return wrong(`must have one of ${forms.join(', ')}`);
    if (other !== undefined) return wrong(`cannot stand next to ${form}`, [other]);
    const tests = COMPARISONS.filter((name) => given[name] !== undefined);
    const allowed = form === 'value' ? COMPARISONS : form === 'all' || form === 'any' ? [] : ['exists'];
    const misplaced = tests.find((name) => !allowed.includes(name));
    if (misplaced !== undefined) return wrong(`cannot stand next to ${form}`, [misplaced]);
    if (form === 'value' && tests.length === 0) wrong(`needs one of ${COMPARISONS.join(', ')}`);
  };

const FORMS = ['value', 'channel', 'topic'];
const GROUPS = [...FORMS, 'all', 'any'];

const conditionSchema = z
  .strictObject(condition)
  .superRefine(oneOf(FORMS))
  .meta({
    id: 'SegmentCondition',
    description: `One of ${FORMS.map((form) => `\`${form}\``).join(', ')}. \`value\` needs a comparison. Several must all hold.`,
  });

const groupOf = <Schema extends z.ZodType>(inner: Schema) => {
  const list = z.array(inner).min(1).max(MOST_CONDITIONS).optional();
  return { all: list.describe('All of these hold.'), any: list.describe('At least one of these holds.') };
};

const groupSchema = z
  .strictObject({ ...condition, ...groupOf(conditionSchema) })
  .superRefine(oneOf(GROUPS))
  .meta({ id: 'SegmentGroup', description: 'A condition, or `all` or `any` of conditions.' });

/** How a filter is written. */
export const shownFilter = z
  .strictObject({ ...condition, ...groupOf(groupSchema) })
  .superRefine(oneOf(GROUPS))
  .meta({
    id: 'SegmentFilter',
    description:
      'A condition, or `all` or `any` of conditions, each of which may be `all` or `any` of others.',
  });

type Shown = z.output<typeof shownFilter>;

/** Returns a filter that was checked in its form for rules. */
function filterOf({ all, any, exists, ...given }: Shown): SegmentFilter {
  if (all) return { all: all.map(filterOf) };
  if (any) return { any: any.map(filterOf) };
  if (given.channel !== undefined) return { channel: given.channel, exists: exists ?? true };
  if (given.topic !== undefined) return { topic: given.topic, exists: exists ?? true };
  return { ...given, ...(exists !== undefined && { exists }) } as SegmentFilter;
}

const filter = shownFilter.transform((shown, context) => {
  const read = filterOf(shown);
  const count = conditionsIn(read).length;
  if (count > MOST_CONDITIONS)
    context.addIssue({
      code: 'custom',
      message: `may have at most ${MOST_CONDITIONS} conditions, not ${count}`,
    });
  return read;
});

/** Body that counts the contacts of a filter. */
export const filterBody = z.strictObject({ filter });

/** Body that creates or replaces a segment. */
export const segmentBody = z.strictObject({
  name: line(255).min(1).optional().describe('For people. Without it, the name in the path.'),
  description: line(1000).nullable().default(null),
  filter,
});

/** Name of a segment in paths: as that of a topic. */
export const segmentName = topicName;

/** Query of the list of segments, in the order of their names. */
export const segmentsQuery = z.strictObject({
  after: segmentName.optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});
