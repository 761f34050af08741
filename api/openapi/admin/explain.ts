import { z } from 'zod';
import { explainQuery } from '../../../core/schemas/explain';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { answer, timestamp, uuid } from '../../http/formats';
import { adminPaths } from './operation';

/** An entry of a story or of a timeline. */
export const storyEntry = z
  .object({
    at: timestamp,
    kind: z
      .enum(['done', 'waiting', 'skipped', 'failed'])
      .describe('`skipped` was not to be sent; `failed` was to be sent and was not.'),
    code: z.string().describe('Stable: an error code, or what happened, such as `ACCEPTED`.'),
    text: z.string(),
    quote: z
      .string()
      .nullable()
      .describe('What a provider, an endpoint or a failed sequence said, word for word. Null: nothing.'),
    notification_id: uuid.nullable(),
    event: z.string().nullable().describe('Null: it is about all events.'),
  })
  .meta({ id: 'ExplainEntry' });

export const explainPaths = adminPaths('Explain', {
  'GET /admin/v1/explain': {
    id: 'explain',
    summary: 'Tell what became of everything that was to be sent to somebody',
    query: explainQuery,
    answer: answer('Explanation', {
      people: z.array(
        z.object({
          id: uuid,
          application: z.string(),
          environment: z.enum(ENVIRONMENTS),
          name: z.string().nullable(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
        }),
      ),
      entries: z.array(storyEntry).describe('Oldest first.'),
      notifications: z.int().min(0),
      more: z.boolean().describe('There are more notifications in that time than were asked for.'),
    }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
});
