import { z } from 'zod';
import { closed } from '../events/file/closed';
import { choice } from '../events/file/choice';
import { languageTag } from '../events/file/values';
import { atMost, line } from '../shared/schemas/fields';
import { type Channel, CHANNELS } from '../shared/channels';
import { type Category, DEFAULT_POSITION } from './category';

const label = closed({
  name: line(80).min(1, 'must not be empty').describe('Its name, as the preference page shows it.'),
  description: z
    .string()
    .check(atMost(300))
    .optional()
    .describe('What it is about, one or two sentences. Without it: none.'),
});

const byChannel = closed(
  Object.fromEntries(CHANNELS.map((name) => [name, z.boolean().optional()])) as Record<
    Channel,
    z.ZodOptional<z.ZodBoolean>
  >,
);
const onOrOff = z.boolean('must be true, false or a map such as { email: false }');

/** What the file of a category holds. Its name is the file's. */
export const categoryFileShape = closed({
  labels: z
    .record(languageTag, label)
    .refine((labels) => Object.keys(labels).length > 0, 'must have at least one language')
    .describe('Its name and description by language. The first language is used if no other fits.'),
  default: choice([onOrOff, byChannel], (given) =>
    typeof given === 'object' && given !== null && !Array.isArray(given) ? byChannel : onOrOff,
  )
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
    .default(DEFAULT_POSITION)
    .describe('Place in lists, the lowest first. Those of one place are sorted by name.'),
})
  .refine(({ required, bulk }) => !(required && bulk), {
    message:
      'must not be true with "required: true", because people must be able to unsubscribe from bulk mail',
    path: ['bulk'],
  })
  .meta({ title: 'Heliograph category' });

export type CategoryFile = z.output<typeof categoryFileShape>;

/** Returns the category that a file describes. */
export const categoryOf = (
  name: string,
  { labels, default: on, required, bulk, position }: CategoryFile,
): Category => ({
  ...{ name, labels, default: on, position },
  ...(required && { required }),
  ...(bulk && { bulk }),
});
