import { z } from 'zod';
import { CHANNELS } from '../shared/channels';
import { line } from '../shared/schemas/fields';
import { date } from '../shared/schemas/times';
import { withExpected } from './expected';

const DAY_RULE = 'must be an integer from 1 to 10000000';
const day = z.int(DAY_RULE).min(1, DAY_RULE).max(10_000_000, DAY_RULE);
const FACTOR_RULE = 'must be a number above 1 and at most 10';

/** A plan for an account whose reputation has to grow. */
export const warmUp = z
  .strictObject({
    first_day: day.describe('Messages that broadcasts send on the first day.'),
    factor: z
      .number(FACTOR_RULE)
      .gt(1, FACTOR_RULE)
      .max(10, FACTOR_RULE)
      .default(2)
      .describe('What the number of a day is multiplied by for the next day.'),
    until: day.describe('The plan is over on the day whose number would reach this.'),
    started_at: date.optional().describe('The first day, in UTC. Absent: today.'),
  })
  .refine(({ first_day: first, until }) => until > first, {
    path: ['until'],
    message: 'must be more than first_day',
  })
  .meta({ id: 'WarmUpPlan' });

export type WarmUpPlanBody = z.output<typeof warmUp>;

const changes = {
  name: line(64).min(1).optional(),
  priority: z.number().int().min(0).max(10_000).optional(),
  /** Messages per second; null removes the rate. */
  per_second: z.number().gt(0).max(10_000).nullable().optional(),
  warm_up: warmUp.nullable().optional().describe('Null removes the plan.'),
  /** Checked by the provider's own schema; null removes a setting. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  check: z.boolean().optional(),
};

/** Body that connects an application to a provider. */
export const createIntegrationBody = z.strictObject({
  channel: z.enum(CHANNELS),
  provider: line(64),
  ...changes,
});

/** Objects, which a change replaces as a whole. Settings of the provider change one by one. */
export const INTEGRATION_WHOLES = ['warm_up'] as const satisfies (keyof typeof changes)[];

/** Body that changes an integration. */
export const updateIntegrationBody = withExpected(changes, INTEGRATION_WHOLES);

/** Body of a test. Without `to` it tries the credentials, with `to` it sends a message. */
export const testIntegrationBody = z.strictObject({ to: line(4096).min(1).optional() });
