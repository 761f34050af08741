import { z } from 'zod';
import type { Category } from '../../../core/preferences/category';
import { CHANNELS } from '../../../core/shared/channels';
import { answer } from '../../http/formats';

/** A category as operators see it. */
export const categorySchema = z
  .object({
    name: z.string(),
    labels: z
      .record(z.string(), z.object({ name: z.string(), description: z.string().optional() }))
      .describe('Its name and description by language. The first is used if no other fits.'),
    default: z
      .union([z.boolean(), z.partialRecord(z.enum(CHANNELS), z.boolean())])
      .describe(
        'Whether it is on for contacts who have not chosen. By channel: one that is not named is on.',
      ),
    required: z.boolean().describe('Whether nobody can switch it off.'),
    bulk: z.boolean().describe('Whether it is bulk mail, which carries one-click unsubscribing.'),
    position: z.int().describe('Place in lists, the lowest first.'),
    events: z.array(z.string()).describe('Names of the events that belong to it.'),
  })
  .meta({ id: 'Category', description: 'A kind of messages that contacts can switch on and off.' });

export const categoryAnswer = answer('CategoryAnswer', { category: categorySchema });

export const categoryView = (
  { name, labels, default: on, required, bulk, position }: Category,
  events: readonly string[],
): z.output<typeof categorySchema> => ({
  ...{ name, labels, default: on, position },
  ...{ required: required ?? false, bulk: bulk ?? false },
  events: [...events],
});
