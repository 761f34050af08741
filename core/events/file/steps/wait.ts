import { z } from 'zod';
import { timezone } from '../../../shared/schemas/fields';
import type { DigestStep, DigestWindow, WaitStep, WaitUntilStep } from '../../../sequences/steps';
import { choice } from '../choice';
import { followNames } from '../../payload/names';
import type { PayloadSchema } from '../../payload/schema';
import { closed } from '../closed';
import { quotedPath } from '../issues';
import { duration, TIME_OF_DAY } from '../values';
import type { FileStepKind } from './kind';

/** Names of the days in event files, in the order of their numbers. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

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

const key = z
  .string('must be a field of the payload, such as payload.project_id')
  .max(255)
  .regex(/^payload(?:\.[^.\s]+)+$/, 'must be a field of the payload, such as payload.project_id')
  .optional()
  .describe('A text or number of the payload. Sends with another value have another window.');
const timeWithKey = closed({ ...timeOfDay.shape, key });
const durationWithKey = closed({
  for: duration.describe('Collects for this duration, such as 30m.'),
  key,
});
const collected = choice([duration, timeWithKey, durationWithKey], (given) => {
  if (typeof given !== 'object' || given === null) return duration;
  return Object.hasOwn(given, 'for') ? durationWithKey : timeWithKey;
});
type Collected = z.output<typeof collected>;

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

export const digest: FileStepKind<Collected, DigestStep> = {
  shape: collected,
  about:
    'Collects the sends to one recipient into one message, for a duration such as 30m or until a time of day.',
  standIn: '1s',
  build(given, { count, path, found, named, payload }) {
    if (count > 1) found(path, '"sequence" may have one "digest"');
    const span = typeof given === 'object' && 'for' in given ? given.for : given;
    const own = typeof given === 'object' ? given.key : undefined;
    const problem = own === undefined ? undefined : keyProblem(own, payload);
    const at = [...path, 'digest', 'key'];
    if (problem !== undefined) found(at, `${quotedPath(at)}: ${problem}`);
    return {
      ...{ type: 'digest', name: named() },
      window: { ...spanOf(span), ...(own !== undefined && { key: own }) },
    };
  },
};

const KEYS = new Set(['string', 'number', 'integer']);

/** Returns why no payload that fits its declaration has a key. */
function keyProblem(path: string, payload: PayloadSchema | undefined): string | undefined {
  if (!payload) return undefined;
  const end = followNames({ type: ['object'], properties: { payload } }, path.split('.'));
  if ('problem' in end) return end.problem;
  const { type } = end.schema;
  return type && !type.some((one) => KEYS.has(one)) ? `"${path}" is no text and no number` : undefined;
}
