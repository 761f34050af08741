import { z } from 'zod';
import { timestamp } from '../../http/formats';
import { remedySchema, subjectSchema, waitingSchema } from '../explain/verdict/remedy';

const CODES = [
  ...(['PROVIDER_RESTING', 'ENDPOINT_DISABLED', 'ENDPOINT_FAILING', 'SENDER_RECORDS'] as const),
  ...(['BACKLOG_FULL', 'BACKLOG_HIGH', 'QUOTA_USED', 'QUOTA_NEAR'] as const),
  ...(['TEMPORAL_UNREACHABLE', 'NO_WORKER', 'ENCRYPTION_KEY_CHANGED', 'SMS_GUARD_HOLDS'] as const),
];

/** Something that is wrong now. */
export const incidentSchema = z
  .object({
    code: z.enum(CODES),
    about: subjectSchema,
    failure: z
      .string()
      .nullable()
      .describe('The code of the last failure, or what is missing or wrong in DNS. Null: nothing says it.'),
    since: timestamp.nullable().describe('Null: unknown.'),
    next_at: timestamp.nullable().describe('When the service tries again.'),
    waiting: waitingSchema.nullable().describe('Open notifications that wait. Null: not counted.'),
    used: z.int().nullable().describe('Of a quota or a backlog. Of an SMS guard: SMS without a follow-up.'),
    limit: z.int().nullable().describe('Of a quota or a backlog. Of an SMS guard: SMS that were counted.'),
    remedy: remedySchema,
    text: z.string().describe('What is wrong, in one sentence.'),
  })
  .meta({ id: 'Incident' });

export type Incident = z.output<typeof incidentSchema>;

/** Returns an incident. What is absent is null. */
export const incident = (
  of: Pick<Incident, 'code' | 'about' | 'remedy' | 'text'> & Partial<Incident>,
): Incident => ({
  ...{ failure: null, since: null, next_at: null, waiting: null, used: null, limit: null },
  ...of,
});
