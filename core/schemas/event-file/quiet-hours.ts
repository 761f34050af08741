import { z } from 'zod';
import { CHANNELS } from '../../channels';
import { timezone } from '../fields';
import { closed } from './closed';

const time = z
  .string('must be a time of day, such as "22:00"')
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from "00:00" to "23:59"');

/** `quiet_hours` of an event's file; that its channels have templates is checked in build-event.ts. */
export const quietHours = closed({
  from: time,
  to: time,
  timezone: timezone.default('UTC'),
  channels: z.array(z.enum(CHANNELS)).min(1, 'must name at least one channel').optional(),
})
  .refine(({ from, to }) => from !== to, 'begins and ends at the same time')
  .transform(({ channels, ...hours }) => ({ ...hours, ...(channels && { channels }) }));
