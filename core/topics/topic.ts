import { z } from 'zod';
import { EVENT_NAME, EVENT_NAME_RULE } from '../events/file/shape';

/** Name of a topic in paths (TOPIC-1): as that of an event. */
export const topicName = z.string().regex(EVENT_NAME, EVENT_NAME_RULE);

/** Name of the category that what is sent to a topic belongs to. */
export const categoryName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,39}$/,
    'must begin with a lower-case letter or digit and have up to 40 of these, "_" and "-"',
  );

/** Maximum number of contacts that one request adds or removes. */
export const MOST_CONTACTS = 1000;
