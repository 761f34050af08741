import { z } from 'zod';
import type { WarmUpPlanBody } from '../../../core/schemas/integration';
import type { Integration } from '../../../core/sending/integration';
import { type WarmUp, warmUpDay } from '../../../core/sending/warm-up';
import type { Store } from '../../../store/store';
import { invalid } from '../../http/api-error';
import { timestamp } from '../../http/formats';

export const warmUpSchema = z
  .object({
    first_day: z.int(),
    factor: z.number(),
    until: z.int(),
    started_at: z.string().describe('The first day, in UTC: `2026-11-27`.'),
    today: z
      .object({
        day: z.int().describe('1 on the first day.'),
        most: z.int().describe('Messages that broadcasts may send today.'),
        used: z.int().describe('Messages of today, of broadcasts and of single sends.'),
        ends_at: timestamp,
      })
      .nullable()
      .describe('Null: the plan is over.'),
  })
  .meta({ id: 'WarmUp' });

/** Returns the plan of an integration, and what is used of its day. Null: it has none. */
export async function warmUpView(
  { quotas, now }: Pick<Store, 'quotas' | 'now'>,
  integration: Pick<Integration, 'id' | 'warmUp'>,
): Promise<z.output<typeof warmUpSchema> | null> {
  const { warmUp } = integration;
  if (!warmUp) return null;
  const today = warmUpDay(integration, now());
  return {
    ...warmUpFields(warmUp),
    today: today && {
      ...{ day: today.day, most: today.most, used: await quotas.used(today.id) },
      ends_at: today.endsAt.toISOString(),
    },
  };
}

export const warmUpFields = ({ firstDay, factor, until, startedAt }: WarmUp) => ({
  ...{ first_day: firstDay, factor, until, started_at: startedAt },
});

/**
 * Returns the plan that a body asks for, as it is stored. A change of a plan without `started_at` keeps its first day. Throws
 * an ApiError if it cannot be.
 */
export function readWarmUp(
  body: WarmUpPlanBody | null | undefined,
  { channel, warmUp: before }: Pick<Integration, 'channel' | 'warmUp'>,
  now: Date,
): WarmUp | null {
  if (body === undefined) return before ?? null;
  if (body === null) return null;
  if (channel === 'push') throw invalid('warm_up', 'is not for push, which has no reputation of a sender');
  const today = now.toISOString().slice(0, 10);
  const { first_day: firstDay, factor, until, started_at: startedAt = before?.startedAt ?? today } = body;
  if (startedAt > today)
    throw invalid('warm_up.started_at', `cannot be in the future: today is ${today} in UTC`);
  return { firstDay, factor, until, startedAt };
}
