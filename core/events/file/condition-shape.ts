import { z } from 'zod';
import type { Condition } from '../../sequences/condition';
import { choice } from './choice';
import { closed } from './closed';
import { MESSAGE_STATUSES } from '../../shared/statuses';

const PATH = /^(?:payload|contact)(?:\.[^.\s]{1,64}){1,10}$/;
const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
const comparison = {
  is: scalar.optional().describe('The value is this. Types count: `5` is not `"5"`.'),
  is_not: scalar.optional().describe('The value is different, or there is none.'),
  in: z.array(scalar).min(1).max(100).optional().describe('The value is one of these.'),
  contains: scalar.optional().describe('The text contains this text, or the list contains this element.'),
  at_least: z.number().optional().describe('The value is a number of at least this.'),
  at_most: z.number().optional().describe('The value is a number of at most this.'),
  exists: z.boolean().optional().describe('Whether there is a value.'),
};
const COMPARISONS = Object.keys(comparison);

/** One condition. Its first key decides its form. */
export const conditionShape: z.ZodType<Condition> = z
  .lazy(() => choice(Object.values(forms), formOf))
  .register(z.globalRegistry, { id: 'condition' });

const some = z.array(conditionShape).min(1, 'must not be empty').max(20, 'may have at most 20');

const forms: Record<string, z.ZodType<Condition>> = {
  value: closed({
    value: z
      .string()
      .regex(PATH, 'must be a path such as payload.plan or contact.meta.tier')
      .describe('Path of what is compared, such as `payload.plan` or `contact.meta.tier`.'),
    ...comparison,
  })
    .refine((given) => COMPARISONS.some((name) => name in given), `needs one of ${COMPARISONS.join(', ')}`)
    .meta({ anyOf: COMPARISONS.map((name) => ({ required: [name] })) }),
  message: closed({
    message: z.string().describe('Name of an earlier SEND.'),
    status: z
      .union(
        [
          z.enum(MESSAGE_STATUSES).transform((one) => [one]),
          z.array(z.enum(MESSAGE_STATUSES)).min(1, 'must not be empty'),
        ],
        {
          error: `must be one or a list of ${MESSAGE_STATUSES.join(', ')}`,
        },
      )
      .describe('Status of its message, or a list of them.'),
  }),
  all: closed({ all: some.describe('All of these are true.') }),
  any: closed({ any: some.describe('At least one of these is true.') }),
  not: closed({ not: conditionShape }),
};

function formOf(given: unknown): z.ZodType<Condition> | string {
  const name =
    typeof given === 'object' && given !== null
      ? Object.keys(forms).find((key) => Object.hasOwn(given, key))
      : undefined;
  return (name !== undefined && forms[name]) || 'must have "value", "message", "all", "any" or "not"';
}
