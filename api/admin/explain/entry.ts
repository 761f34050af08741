import { z } from 'zod';
import { attemptOrigins } from '../notifications/origins';
import { timestamp, uuid } from '../../http/formats';

/** One thing that happened, in one sentence, as a story and a timeline have it. */
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
    integration_id: z.string().optional().describe('The integration that it is about.'),
    origins: attemptOrigins
      .optional()
      .describe('Of an entry `VALUES`: where the values of the message come from.'),
  })
  .meta({ id: 'ExplainEntry' });

export type StoryEntry = z.output<typeof storyEntry>;
