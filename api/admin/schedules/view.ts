import { z } from 'zod';
import { durationText } from '../../../core/events/file/duration';
import { RUN_OUTCOMES, type ScheduleRun } from '../../../core/schedules/run';
import { CHANNELS } from '../../../core/shared/channels';
import type { Schedule } from '../../../store/schedules/schedules';
import { timestamp, uuid } from '../../http/formats';

export const runSchema = z
  .object({
    id: uuid.describe('The notification, or the answer to an array.'),
    planned_at: timestamp.describe('The time of the schedule that the run is for.'),
    ended_at: timestamp.nullable(),
    manual: z.boolean().describe('Somebody asked for it.'),
    outcome: z
      .enum(RUN_OUTCOMES)
      .describe(
        '`sent`: all recipients were accepted; `partly`: some; `failed`: none. `missed`: it was later than `catch_up` allows. `empty`: no recipient is left.',
      ),
    accepted: z.int(),
    refused: z.int(),
    errors: z
      .array(z.object({ index: z.int(), code: z.string(), error: z.string() }))
      .describe('Why recipients were refused, by their place in `to`. The first five.'),
  })
  .meta({ id: 'ScheduleRun' });

export const runView = (run: ScheduleRun): z.output<typeof runSchema> => ({
  id: run.id,
  planned_at: run.plannedAt.toISOString(),
  ended_at: run.endedAt?.toISOString() ?? null,
  manual: run.manual === true,
  outcome: run.outcome,
  accepted: run.accepted,
  refused: run.refused,
  errors: run.errors.map(({ index, code, message }) => ({ index, code, error: message })),
});

/** A schedule in a list. */
export const scheduleSchema = z
  .object({
    name: z.string(),
    event: z.string(),
    cron: z.string(),
    zone: z.string(),
    recipients: z.int().describe('Number of recipients.'),
    language: z.string().nullable(),
    tenant: z.string().nullable(),
    channel: z.enum(CHANNELS).nullable(),
    start: timestamp.nullable(),
    end: timestamp.nullable(),
    catch_up: z.string().describe('How late a run may be, such as `1h`.'),
    paused: z.boolean(),
    applied: z
      .boolean()
      .describe('False: Temporal was not available, and the last change takes effect when it is.'),
    updated_at: timestamp,
    next_runs: z
      .array(timestamp)
      .nullable()
      .describe('The next times, at most ten. Null: Temporal does not answer.'),
    last_runs: z.array(runSchema).describe('The newest first, at most 20.'),
  })
  .meta({ id: 'Schedule' });

export const scheduleView = (
  schedule: Schedule,
  nextTimes: Date[] | null,
): z.output<typeof scheduleSchema> => ({
  name: schedule.name,
  event: schedule.event,
  cron: schedule.cron,
  zone: schedule.zone,
  recipients: schedule.recipients.length,
  language: schedule.language,
  tenant: schedule.tenant ?? null,
  channel: schedule.channel,
  start: schedule.startAt?.toISOString() ?? null,
  end: schedule.endAt?.toISOString() ?? null,
  catch_up: durationText(schedule.catchUpMs),
  paused: schedule.paused,
  applied: schedule.pending === undefined,
  updated_at: schedule.updatedAt.toISOString(),
  next_runs: schedule.paused ? [] : (nextTimes?.slice(0, 10).map((at) => at.toISOString()) ?? null),
  last_runs: schedule.runs.toReversed().map(runView),
});

/** A schedule with what it sends. */
export const scheduleDetails = z
  .object({
    ...scheduleSchema.shape,
    to: z.unknown().describe('As it was pushed, without entries of erased contacts.'),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ScheduleDetails' });

export function detailsView(schedule: Schedule, nextTimes: Date[] | null): z.output<typeof scheduleDetails> {
  const entries = schedule.recipients.map(({ to }) => JSON.parse(to) as unknown);
  return {
    ...scheduleView(schedule, nextTimes),
    to: schedule.isArray ? entries : (entries[0] ?? null),
    payload: JSON.parse(schedule.payload) as Record<string, unknown>,
  };
}

/** What the audit log keeps of a schedule: no recipient and no payload. */
export const scheduleAudit = (schedule: Schedule): object => {
  const {
    next_runs: _next,
    last_runs: _last,
    applied: _applied,
    updated_at: _at,
    ...kept
  } = scheduleView(schedule, []);
  return { ...kept, content: schedule.content };
};
