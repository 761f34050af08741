import { z } from 'zod';
import { timezone } from '../../shared/schemas/fields';
import { closed } from './closed';
import { channel, TIME_OF_DAY } from './values';

const time = z
  .string('must be a time of day, such as "22:00"')
  .regex(TIME_OF_DAY, 'must be a time of day from "00:00" to "23:59"');

/** `quiet_hours` of an event's file; that its channels have templates is checked in build-event.ts. */
export const quietHours = closed({
  from: time.describe('The first quiet minute, `00:00` to `23:59`, in quotes.'),
  to: time.describe('The first minute after them. A time before `from` is on the next day.'),
  timezone: timezone.default('UTC').describe('Time zone of contacts without one (IANA).'),
  channels: z
    .array(channel)
    .min(1, 'must name at least one channel')
    .optional()
    .describe('Channels with quiet hours. Without it: all channels.'),
})
  .refine(({ from, to }) => from !== to, 'begins and ends at the same time')
  .transform(({ channels, ...hours }) => ({ ...hours, ...(channels && { channels }) }));
