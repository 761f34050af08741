import { z } from 'zod';
import { EVENT_NAME, EVENT_NAME_RULE } from '../events/file/shape';
import { parseDuration } from '../events/file/duration';
import { cronProblem } from '../schedules/cron';
import { CHANNELS } from '../shared/channels';
import { jsonObject, language, timezone } from '../shared/schemas/fields';
import { timeLike } from '../shared/schemas/times';
import { tenantId } from '../tenants/id';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const cron = z
  .string()
  .max(255)
  .check(({ value, issues }) => {
    const message = cronProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  })
  .transform((value) => value.trim().split(/\s+/).join(' '))
  .describe(
    'When to send: minute, hour, day of the month, month, day of the week. Of the two days, at least one is `*`.',
  )
  .meta({ examples: ['0 9 * * MON-FRI'] });

const catchUp = z
  .string()
  .max(32)
  .transform((value, context) => {
    const ms = parseDuration(value);
    if (ms !== undefined && ms >= MINUTE_MS && ms <= 7 * DAY_MS) return ms;
    context.addIssue({ code: 'custom', message: 'must be a duration from 1m to 7d, such as 30m or 12h' });
    return z.NEVER;
  })
  .describe('How late a run may be after an outage, from `1m` to `7d`. A later one is missed. Absent: `1h`.')
  .meta({ examples: ['1h'] });

/** Body of a schedule. `to` is read as that of a send. */
export const scheduleBody = z
  .strictObject({
    event: z.string().regex(EVENT_NAME, EVENT_NAME_RULE).describe('Name of the event.'),
    cron,
    zone: timezone.describe('The time zone of `cron`.'),
    to: z.unknown(),
    payload: jsonObject.optional().describe('Template variables, `{{key}}`.'),
    language: language.optional().describe('Language of the templates.'),
    tenant: tenantId.optional().describe('Tenant in whose name it sends.'),
    channel: z.enum(CHANNELS).optional().describe('Channel of every SEND. Absent: the event decides.'),
    start: timeLike('2027-01-01T00:00:00Z').optional().describe('There is no run before it.'),
    end: timeLike('2027-12-31T23:00:00Z').optional().describe('There is no run after it.'),
    catch_up: catchUp.optional(),
    paused: z.boolean().optional().describe('Whether it makes no runs. Absent: it stays as it is.'),
  })
  .refine(({ start, end }) => !start || !end || start < end, {
    path: ['end'],
    message: 'must be later than start',
  });

/** Query of a push. */
export const schedulePushQuery = z.strictObject({
  dry_run: z.enum(['true', 'false']).optional().describe('Check the schedule and store nothing.'),
});

/** How late a run may be if its schedule does not say it. Milliseconds. */
export const CATCH_UP_MS = 60 * MINUTE_MS;
