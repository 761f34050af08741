import { z } from 'zod';
import { cursor, line, pageLimit } from '../shared/schemas/fields';
import { categoryName, MOST_CONTACTS, topicName } from '../topics/topic';

/** Body that creates or replaces a topic. */
export const topicBody = z.strictObject({
  name: line(255).min(1).optional().describe('For people. Without it, the name in the path.'),
  description: line(1000).nullable().default(null),
  category: categoryName
    .nullable()
    .default(null)
    .describe('Name of the category of preferences that it belongs to.'),
});

/** Query of the list of topics, in the order of their names. */
export const topicsQuery = z.strictObject({
  after: topicName.optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

/** Query of a list of subscriptions, or of imports. */
export const topicPageQuery = z.strictObject({ after: cursor.optional(), limit: pageLimit });

/** Query of a list in the order of ids. */
export const idPageQuery = z.strictObject({
  after: z.uuid().optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

/** Body that adds contacts to a topic, or removes them. */
export const subscriptionsBody = z.strictObject({
  contacts: z
    .array(z.unknown())
    .min(1, `must have 1 to ${MOST_CONTACTS} contacts`)
    .max(MOST_CONTACTS, `must have 1 to ${MOST_CONTACTS} contacts`),
});
