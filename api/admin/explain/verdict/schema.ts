import { z } from 'zod';
import { BROADCAST_STATES } from '../../../../core/broadcasts/broadcast';
import { timestamp, uuid } from '../../../http/formats';
import { remedySchema, subjectSchema, waitingSchema } from './remedy';

/** What became of a notification, and why, as facts. */
export const verdictSchema = z
  .object({
    state: z
      .enum([
        ...(['not_left', 'waiting', 'left', 'delivered'] as const),
        ...(['failed', 'skipped', 'cancelled', 'refused'] as const),
      ])
      .describe(
        '`not_left`: a message is due, and no provider has accepted it. `waiting`: no message is due yet. `left`: a provider accepted a message. `skipped`: nothing was to be sent. `refused`: the API refused the send.',
      ),
    code: z
      .string()
      .describe(
        'The cause: an error code, or what it waits for, such as `PROVIDER_RESTING`, `RETRYING` or `NO_WORKER`.',
      ),
    failure: z.string().nullable().describe('The code that the last attempt failed with.'),
    notification_id: uuid.nullable(),
    event: z.string(),
    broadcast: z
      .object({ id: uuid, name: z.string().nullable(), state: z.enum(BROADCAST_STATES) })
      .nullable()
      .describe('The broadcast that it is a recipient of. Null: of none.'),
    channel: z.string().nullable().describe('Channel of the message that decides.'),
    provider: z.string().nullable().describe('Kind of the provider, such as `postmark`.'),
    about: subjectSchema.nullable().describe('What causes it.'),
    since: timestamp.nullable().describe('Since when the cause lasts, or when it ended.'),
    next_at: timestamp.nullable().describe('When it is tried again, or begins.'),
    waiting: waitingSchema
      .nullable()
      .describe('Open notifications that share the cause, this one included. Null: not counted.'),
    remedy: remedySchema.nullable().describe('What would mend it. Null: nothing has to be done.'),
    text: z.string().describe('The verdict in one sentence.'),
  })
  .meta({ id: 'Verdict' });

export type Verdict = z.output<typeof verdictSchema>;

/** What a cause says. What is absent is null. */
export type Cause = Pick<Verdict, 'state' | 'code' | 'text'> &
  Partial<Pick<Verdict, 'failure' | 'channel' | 'provider' | 'about' | 'since' | 'next_at' | 'remedy'>>;
