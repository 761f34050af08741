import { z } from 'zod';
import { closed } from '../events/file/closed';
import { channel, languageTag } from '../events/file/values';
import { atMost, line } from '../shared/schemas/fields';
import type { Category } from './category';

const label = closed({
  name: line(80).min(1, 'must not be empty').describe('Its name, as the preference page shows it.'),
  description: z
    .string()
    .check(atMost(300))
    .optional()
    .describe('What it is about, one or two sentences. Without it: none.'),
});

/** What the file of a category holds. Its name is the file's. */
export const categoryFileShape = closed({
  labels: z
    .record(languageTag, label)
    .refine((labels) => Object.keys(labels).length > 0, 'must have at least one language')
    .describe('Its name and description by language. The first language is used if no other fits.'),
  default: z
    .union([z.boolean(), z.partialRecord(channel, z.boolean())])
    .default(true)
    .describe(
      'Whether it is on for contacts who have not chosen. For single channels: `{ sms: false }`; the others are on.',
    ),
  required: z
    .boolean()
    .default(false)
    .describe('Whether nobody can switch it off, for example security notices.'),
  bulk: z
    .boolean()
    .default(false)
    .describe('Whether it is bulk mail, which must carry one-click unsubscribing (RFC 8058).'),
  position: z
    .int()
    .min(0)
    .max(1000)
    .default(100)
    .describe('Place in lists, the lowest first. Those of one place are sorted by name.'),
})
  .refine(({ required, bulk }) => !(required && bulk), {
    message: 'a required category cannot be bulk: bulk mail must be possible to unsubscribe from',
    path: ['bulk'],
  })
  .meta({ title: 'Heliograph category' });

export type CategoryFile = z.output<typeof categoryFileShape>;

/** Returns the category that a file describes. */
export const categoryOf = (
  name: string,
  { labels, default: on, required, bulk, position }: CategoryFile,
): Category => ({
  ...{ name, labels: labels as Category['labels'], default: on, position },
  ...(required && { required }),
  ...(bulk && { bulk }),
});
