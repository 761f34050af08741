import { z } from 'zod';
import { answer } from '../schemas/formats';

/** Answer of a route that has nothing else to say. */
export const done = answer('Done', {});

/** Where a page ended. */
export const next = z
  .string()
  .nullable()
  .describe('Goes into `after` for the next page. Null if there is none.');
