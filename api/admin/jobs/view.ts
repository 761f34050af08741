import { z } from 'zod';
import { JOB_ACTIONS, JOB_STATES, type JobCounts } from '../../../core/jobs/job';
import { CHANNELS, ENVIRONMENTS } from '../../../core/shared/channels';
import { errorCodeOf } from '../../../core/sending/delivery-error';
import { FAILURE_CODES, type FailureCode } from '../../../core/schemas/operators';
import { MESSAGE_STATUSES } from '../../../core/shared/statuses';
import type { Job, JobQuery } from '../../../store/jobs/jobs';
import type { JobResult } from '../../../store/jobs/results';
import { timestamp, uuid } from '../../http/formats';
import { stateSchema } from '../notifications/view';
import type { Preview } from './preview';

const count = z.int().min(0);
const REASONS =
  'Why notifications are left as they are, by code: those of errors, and `SUPPRESSED` and `PREFERENCE` (it would be skipped again), `OUTCOME_UNKNOWN` (it may have been sent), `RETRIED` (before), `STILL_OPEN`, `NOT_FAILED`, `ENDED`, `IN_FLIGHT` (its provider has it), `ALREADY_PAUSED`, `NOT_PAUSED` (itself: its event or integration may be), `CHANGED` (during the job).';
const reasons = z
  .array(z.object({ code: z.string(), count }))
  .describe(REASONS)
  .meta({ id: 'JobReasons' });

const reasonsView = ({ reasons: counts }: JobCounts) =>
  Object.entries(counts)
    .map(([code, number]) => ({ code, count: number }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));

export const previewShape = {
  matched: count.describe('How many notifications match, counted up to 10,000.'),
  matched_more: z.boolean().describe('More match than were counted.'),
  examined: count.describe('How many of them were examined, the newest. The next counts are of these.'),
  would: count.describe('With how many of them the job would do something.'),
  reasons,
};

export const previewView = ({ matched, isCapped, examined, counts }: Preview) => ({
  ...{ matched, matched_more: isCapped, examined, would: counts.done },
  reasons: reasonsView(counts),
});

const filtersSchema = z.object({
  event: z.string().nullable(),
  channel: z.enum(CHANNELS).nullable(),
  message_status: z.enum(MESSAGE_STATUSES).nullable(),
  status: stateSchema.shape.status.nullable(),
  provider: z.string().nullable(),
  error_code: z.enum(FAILURE_CODES).nullable(),
  failing_at: z.string().nullable(),
  to_contact: uuid.nullable().describe('Id of the contact.'),
  reference: z.string().nullable(),
  tenant: z.string().nullable(),
  broadcast: uuid.nullable().describe('Id of the broadcast.'),
  from: timestamp.nullable(),
  to: timestamp.nullable(),
});

export const jobSchema = z
  .object({
    id: uuid,
    action: z.enum(JOB_ACTIONS),
    environment: z.enum(ENVIRONMENTS),
    state: z.enum(JOB_STATES).describe('`stopped`: it can continue.'),
    filters: filtersSchema.nullable().describe('Null: the job names its notifications.'),
    by: z.object({ id: z.string(), name: z.string() }),
    started_at: timestamp.describe('Notifications that started later are not a part of the job.'),
    ended_at: timestamp.nullable(),
    ...{ matched: previewShape.matched, matched_more: previewShape.matched_more },
    done: count,
    refused: count.describe('Notifications that were left as they are.'),
    reasons,
  })
  .meta({ id: 'Job' });

export const jobView = (job: Job): z.output<typeof jobSchema> => ({
  id: job._id,
  action: job.action,
  environment: job.environment,
  state: job.state,
  filters: job.ids ? null : filtersView(job.query),
  by: { id: job.by.id, name: job.by.name },
  started_at: job.startedAt.toISOString(),
  ended_at: job.endedAt?.toISOString() ?? null,
  ...{ matched: job.matched, matched_more: job.isCapped },
  ...{ done: job.counts.done, refused: job.counts.refused, reasons: reasonsView(job.counts) },
});

const filteredCode = (code: string | undefined): FailureCode | null => {
  if (code === undefined) return null;
  return code === 'UNREACHABLE' ? code : errorCodeOf(code);
};

export const filtersView = (query: JobQuery): z.output<typeof filtersSchema> => ({
  event: query.event ?? null,
  channel: query.channel ?? null,
  message_status: query.messageStatus ?? null,
  status: typeof query.status === 'string' ? query.status : null,
  provider: query.provider ?? null,
  error_code: filteredCode(query.errorCode),
  failing_at: query.failingAt ?? null,
  to_contact: query.recipients?.[0] ?? null,
  reference: query.reference ?? null,
  tenant: query.tenant ?? null,
  broadcast: query.broadcast ?? null,
  from: query.from?.toISOString() ?? null,
  to: query.to?.toISOString() ?? null,
});

export const resultSchema = z
  .object({
    notification_id: uuid,
    event: z.string().describe('Empty if the notification was not found.'),
    started_at: timestamp,
    result: z.enum(['done', 'refused']),
    code: z.string().nullable().describe('Why it was left as it is.'),
    retried_as: uuid.nullable().describe('The new notification of a retry.'),
  })
  .meta({ id: 'JobResult' });

export const resultView = (result: JobResult): z.output<typeof resultSchema> => ({
  notification_id: result.notificationId,
  event: result.event,
  started_at: result.startedAt.toISOString(),
  result: result.isDone ? 'done' : 'refused',
  code: result.code,
  retried_as: result.madeId ?? null,
});
