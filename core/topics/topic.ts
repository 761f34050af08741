import { z } from 'zod';
import { CATEGORY_NAME, CATEGORY_NAME_RULE } from '../preferences/category';
import { EVENT_NAME, EVENT_NAME_RULE } from '../events/file/shape';

/** Name of a topic in paths (TOPIC-1): as that of an event. */
export const topicName = z.string().regex(EVENT_NAME, EVENT_NAME_RULE);

/** Name of the category that what is sent to a topic belongs to. */
export const categoryName = z.string().regex(CATEGORY_NAME, CATEGORY_NAME_RULE);

/** Maximum number of contacts that one request adds or removes. */
export const MOST_CONTACTS = 1000;
