import { z } from 'zod';
import { closed } from '../events/file/closed';
import type { SmsGuard } from './sms-guard';

const SHARE_RULE = 'must be a number above 0 and below 1, such as 0.7';
const AT_LEAST_RULE = 'must be an integer from 1 to 10000';
const HOLD_RULE = 'must be an integer from 1 to 1440, minutes';

const fields = {
  events: z
    .array(z.string().min(1).max(64))
    .min(1, 'must name at least one event')
    .max(100)
    .describe('Names of the events whose SMS it watches.')
    .meta({ examples: [['verify-phone']] }),
  share: z
    .number(SHARE_RULE)
    .gt(0, SHARE_RULE)
    .lt(1, SHARE_RULE)
    .default(0.7)
    .describe('A prefix is held if more than this share of its SMS has no follow-up.'),
  at_least: z
    .int(AT_LEAST_RULE)
    .min(1, AT_LEAST_RULE)
    .max(10_000, AT_LEAST_RULE)
    .default(20)
    .describe('A prefix with fewer SMS is not held.'),
  hold_minutes: z
    .int(HOLD_RULE)
    .min(1, HOLD_RULE)
    .max(1440, HOLD_RULE)
    .default(30)
    .describe('How long a prefix is held, minutes. An operator can resume it before.'),
};

/** `sms_guard` of an application in bodies of the admin API. Null: none. */
export const smsGuard = closed(fields).meta({ id: 'SmsGuardRequest' }).nullable();

/** `sms_guard` of an application in responses of the admin API. */
export const smsGuardSchema = z.object(fields).meta({ id: 'SmsGuard' }).nullable();

/** Returns a guard as it is stored. */
export const smsGuardOf = ({
  events,
  share,
  at_least: atLeast,
  hold_minutes: holdMinutes,
}: NonNullable<z.output<typeof smsGuard>>): SmsGuard => ({
  ...{ events: [...new Set(events)], share, atLeast, holdMinutes },
});

/** Returns a guard as responses have it. */
export const smsGuardView = ({
  atLeast,
  holdMinutes,
  ...guard
}: SmsGuard): NonNullable<z.output<typeof smsGuardSchema>> => ({
  ...{ ...guard, at_least: atLeast, hold_minutes: holdMinutes },
});
