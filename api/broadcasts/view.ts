import { z } from 'zod';
import { BROADCAST_STATES, SKIP_CODES } from '../../core/broadcasts/broadcast';
import { expectedEndOf } from '../../core/broadcasts/rate';
import type { Broadcast, Counted } from '../../store/broadcasts/broadcasts';
import { answer, next, timestamp, uuid } from '../http/formats';

const count = z.int().min(0);
const reasons = z.record(z.string(), count);

const countsSchema = z
  .object({
    total: count
      .nullable()
      .describe(
        'Size of the audience at the start. Null: it is not counted yet. All other counts but `accepted` and `delivered` add up to it.',
      ),
    ahead: count.describe('Contacts that it has not reached yet.'),
    accepted: count.describe('Contacts that it has reached: those that got a notification.'),
    waiting: count.describe(
      'Recipients without an outcome: with a provider, or waiting for a time or a retry.',
    ),
    sent: count.describe('Recipients whose message a provider has accepted.'),
    delivered: count.describe('Of `sent`: those that a receipt confirms.'),
    failed: count.describe('Recipients whose message failed.'),
    skipped: reasons.describe(
      `Recipients to whom nothing was sent on purpose, by code: ${SKIP_CODES.join(', ')}, and LEFT for those that were no longer in the audience when their turn came.`,
    ),
    cancelled: count.describe('Contacts to whom nothing is sent because the broadcast was cancelled.'),
  })
  .meta({ id: 'BroadcastCounts', description: 'The outcomes of the recipients of a broadcast.' });

const blockedSchema = z
  .object({
    code: z.string().describe('Why it reaches nobody at the moment.'),
    since: timestamp,
    until: timestamp.nullable().describe('When it goes on by itself. Null: somebody has to act.'),
  })
  .meta({ id: 'BroadcastBlocked' });

export const audienceSchema = z
  .object({
    topic: z.string().optional().describe('Name of the topic.'),
    segment: z.string().optional().describe('Name of the segment.'),
    all: z.boolean().optional().describe('True: all contacts.'),
  })
  .meta({ id: 'BroadcastAudience' });

export const broadcastSchema = z
  .object({
    id: uuid,
    event: z.string(),
    name: z.string().nullable().describe('For people.'),
    to: audienceSchema,
    state: z.enum(BROADCAST_STATES),
    counts: countsSchema,
    counted_at: timestamp.describe(
      'When it was counted: a second ago at most, or longer if a count takes long.',
    ),
    language: z.string().nullable(),
    tenant: z.string().nullable(),
    send_at: z
      .string()
      .nullable()
      .describe('When it begins, or a time of day such as `09:00 local`. Null: at once.'),
    per_second: z.int().nullable().describe('Maximum recipients a second. Null: none is set.'),
    rate: z
      .number()
      .nullable()
      .describe(
        'Recipients a second that it reached lately. Null: it reaches nobody now, or that is not known.',
      ),
    expected_end: timestamp
      .nullable()
      .describe('When it will have reached its whole audience at `rate`. Null: that is not known.'),
    blocked: blockedSchema
      .nullable()
      .describe('Why a running broadcast reaches nobody. Null: nothing stops it.'),
    by: z.object({ id: z.string(), name: z.string() }).describe('The key or the operator that made it.'),
    created_at: timestamp,
    started_at: timestamp.nullable().describe('When it began. Who joins the audience later is not in it.'),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Broadcast', description: 'An event for an audience.' });

export const broadcastAnswer = answer('BroadcastAnswer', { broadcast: broadcastSchema });
export const broadcastsAnswer = answer('BroadcastsAnswer', { broadcasts: z.array(broadcastSchema), next });

export function audienceView({ audience }: Pick<Broadcast, 'audience'>): z.output<typeof audienceSchema> {
  if ('all' in audience) return { all: true };
  return 'topicId' in audience
    ? { topic: audience.topic ?? audience.topicId }
    : { segment: audience.segment };
}

export function broadcastView(of: Broadcast, counted: Counted): z.output<typeof broadcastSchema> {
  const { total, ahead, accepted, waiting, sent, delivered, failed, skipped, cancelled, at } = counted;
  const isReaching = of.state === 'running' && of.reachedAt === null && of.blocked === null;
  const rate = isReaching ? (counted.rate ?? null) : null;
  const end = expectedEndOf({ at, ahead, rate }, total);
  const { blocked } = of;
  return {
    ...{ id: of._id, event: of.event, name: of.name, to: audienceView(of), state: of.state },
    counts: { total, ahead, accepted, waiting, sent, delivered, failed, skipped, cancelled },
    counted_at: at.toISOString(),
    ...{ language: of.language, tenant: of.tenant, per_second: of.perSecond },
    send_at: of.localTime === null ? (of.sendAt?.toISOString() ?? null) : `${of.localTime} local`,
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    expected_end: end?.toISOString() ?? null,
    blocked: blocked && {
      ...{
        code: blocked.code,
        since: blocked.since.toISOString(),
        until: blocked.until?.toISOString() ?? null,
      },
    },
    by: { id: of.by.id, name: of.by.name },
    created_at: of.createdAt.toISOString(),
    started_at: of.startedAt?.toISOString() ?? null,
    ended_at: of.endedAt?.toISOString() ?? null,
  };
}
