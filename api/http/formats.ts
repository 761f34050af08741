import { z } from 'zod';
import { CHANNELS } from '../../core/shared/channels';

// Formats have names and no patterns, because Zod's own patterns are long and say nothing to readers.

/** Returns the schema of an answer with `success` and these fields. A constant that is no text stops some generators. */
export const answer = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object({ success: z.boolean(), ...shape }).meta({ id });

export const uuid = z.string().meta({ format: 'uuid' });

/** ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-21T14:51:52.798Z'] });

/** Where a page ended. */
export const next = z
  .string()
  .nullable()
  .describe('Goes into `after` for the next page. Null if there is none.');

/** Answer of a route that has nothing else to say. */
export const done = answer('Done', {});

export const channel = z.enum(CHANNELS).meta({ id: 'Channel' });
