import { z } from 'zod';
import { timezone } from '../../../shared/schemas/fields';
import type { DigestStep, DigestWindow, WaitStep, WaitUntilStep } from '../../../sequences/steps';
import { choice } from '../choice';
import { closed } from '../closed';
import { duration, TIME_OF_DAY } from '../values';
import type { FileStepKind } from './kind';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const timeOfDay = closed({
  until: z
    .string('must be a time such as "09:00", in quotes')
    .regex(TIME_OF_DAY, 'must be a time such as "09:00"')
    .describe('Waits until this time of day, such as "09:00", in quotes.'),
  on: z
    .array(z.enum(WEEKDAYS).transform((day) => WEEKDAYS.indexOf(day)))
    .min(1)
    .optional()
    .describe('Days of the week. Without it: every day.'),
  timezone: timezone.default('UTC').describe('Time zone of contacts without one (IANA).'),
});
const length = choice([duration, timeOfDay], (given) =>
  typeof given === 'object' && given !== null ? timeOfDay : duration,
);
type Length = z.output<typeof length>;

/** Returns a length as a step has it: milliseconds, or a time of day. */
function spanOf(given: Length): DigestWindow {
  if (typeof given === 'number') return { durationMs: given };
  const [hour = 0, minute = 0] = given.until.split(':').map(Number);
  return { hour, minute, ...(given.on && { days: given.on }), timezone: given.timezone };
}

export const wait: FileStepKind<Length, WaitStep | WaitUntilStep> = {
  shape: length,
  about: 'Pauses: a duration such as 3d, 30 days at most, or `{ until: "09:00", on: [mon] }`.',
  standIn: '1s',
  build(given, { named }) {
    const span = spanOf(given);
    const name = named();
    return 'durationMs' in span ? { type: 'wait', name, ...span } : { type: 'wait_until', name, ...span };
  },
};

export const digest: FileStepKind<Length, DigestStep> = {
  shape: length,
  about:
    'Collects the sends to one recipient into one message, for a duration such as 30m or until a time of day.',
  standIn: '1s',
  build(given, { count, path, found, named }) {
    if (count > 1) found(path, '"sequence" may have one "digest"');
    return { type: 'digest', name: named(), window: spanOf(given) };
  },
};
