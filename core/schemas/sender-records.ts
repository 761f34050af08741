import { z } from 'zod';

/** Labels of a name (RFC 6376 section 3.1). */
const SELECTOR = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)*$/i;
const MAX_SELECTOR = 63;
const MAX_SELECTORS = 5;

export const senderRecordsQuery = z.strictObject({
  selectors: z
    .string()
    .max(320)
    .default('')
    .transform((text, context) => {
      const selectors = text.split(',').filter((selector) => selector !== '');
      if (selectors.length <= MAX_SELECTORS && selectors.every((one) => SELECTOR.test(one))) return selectors;
      const message = `must be at most ${MAX_SELECTORS} DKIM selectors, separated by commas`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ type: 'string', description: 'DKIM selectors to check, separated by commas.' }),
});

export const createDkimKeyBody = z.strictObject({
  selector: z
    .string()
    .max(MAX_SELECTOR)
    .regex(SELECTOR, 'must be letters, digits and "-", such as s1')
    .transform((selector) => selector.toLowerCase())
    .optional()
    .describe(
      'Selector of the record, which no earlier key of the domain had. Without it: a new one with the date.',
    ),
});

export const removeDkimKeyQuery = z.strictObject({
  early: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` also removes a retiring key whose record has to stay, for example after a leak.'),
});
