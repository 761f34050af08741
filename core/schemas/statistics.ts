import { z } from 'zod';
import { PERIODS } from '../statistics/period';
import { month, time } from '../shared/schemas/times';

/** Query of an application's statistics. */
export const statisticsQuery = z.strictObject({
  from: time
    .optional()
    .describe('Rounded down to the hour or day. By default 24 hours or 30 days before `to`.'),
  to: time.optional().describe('By default now.'),
  by: z
    .enum(PERIODS)
    .optional()
    .describe('By default `hour` for up to eight days, else `day`. Days are in UTC.'),
  compare: z
    .enum(['true', 'false'])
    .optional()
    .describe('Also return the totals of as many periods before `from`, as `previous`.'),
});

/** Query of an application's usage. */
export const usageQuery = z.strictObject({
  month: month.optional().describe('In UTC. By default the current one.'),
});
