import type { z } from 'zod';
import { type Channel, CHANNELS } from '../channels';

/** Returns the shape of an object that has a field of the same schema for each channel. */
export const byChannel = <Schema extends z.ZodType>(schema: Schema): Record<Channel, Schema> =>
  Object.fromEntries(CHANNELS.map((channel) => [channel, schema])) as Record<Channel, Schema>;
