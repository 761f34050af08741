import { z } from 'zod';
import type { Condition } from '../../condition';
import { closed } from './closed';

const PATH = /^(?:payload|contact)(?:\.[^.\s]{1,64}){1,10}$/;
const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);
const comparison = {
  is: scalar.optional(),
  is_not: scalar.optional(),
  in: z.array(scalar).min(1).max(100).optional(),
  contains: scalar.optional(),
  at_least: z.number().optional(),
  at_most: z.number().optional(),
  exists: z.boolean().optional(),
};
const COMPARISONS = Object.keys(comparison);

const STATUSES = ['queued', 'sent', 'delivered', 'failed'] as const;

/**
 * One condition. Its forms are told apart by their first key, so that an error speaks of what was meant and not of every
 * form that it is not.
 */
export const conditionShape: z.ZodType<Condition> = z.lazy(() =>
  z.any().transform((given: unknown, context): Condition => {
    const form = formOf(given);
    if (form === null) {
      context.addIssue({ code: 'custom', message: 'must have "value", "message", "all", "any" or "not"' });
      return z.NEVER;
    }
    const parsed = form.safeParse(given);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.addIssue(issue as never);
    return z.NEVER;
  }),
);

const some = z.array(conditionShape).min(1, 'must not be empty').max(20, 'may have 20');

const forms: Record<string, z.ZodType<Condition>> = {
  value: closed({
    value: z.string().regex(PATH, 'must be a path such as payload.plan or contact.meta.tier'),
    ...comparison,
  }).refine((given) => COMPARISONS.some((name) => name in given), `needs one of ${COMPARISONS.join(', ')}`),
  message: closed({
    message: z.string(),
    status: z.union([z.enum(STATUSES).transform((one) => [one]), z.array(z.enum(STATUSES)).min(1)], {
      error: `must be one or a list of ${STATUSES.join(', ')}`,
    }),
  }),
  all: closed({ all: some }),
  any: closed({ any: some }),
  not: closed({ not: conditionShape }),
};

function formOf(given: unknown): z.ZodType<Condition> | null {
  if (typeof given !== 'object' || given === null) return null;
  const name = Object.keys(forms).find((key) => Object.hasOwn(given, key));
  return name === undefined ? null : (forms[name] ?? null);
}
