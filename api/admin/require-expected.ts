import { isDeepStrictEqual } from 'node:util';
import type { APPLICATION_WHOLES } from '../../core/schemas/admin';
import type { INTEGRATION_WHOLES } from '../../core/schemas/integration';
import { ApiError } from '../http/api-error';

type Whole = (typeof APPLICATION_WHOLES)[number] | (typeof INTEGRATION_WHOLES)[number];

/** What a refusal calls the settings. */
const CALLED: Record<Whole, string> = {
  limits: 'the limits',
  sms_countries: 'the countries that SMS may go to',
  sms_guard: 'the guard against SMS pumping',
  sms_prices: 'the prices of SMS',
  sandbox_recipients: 'the recipients of sandbox',
  delivered_channels: 'the channels whose receipts count as delivered',
  brand: 'the brand',
  warm_up: 'the warm-up',
};

/** Codes of a refusal. */
export const SETTING_CHANGED = ['LIMITS_CHANGED', 'SETTING_CHANGED'] as const;

/** Returns the refusal of a change of a setting that is no longer as the caller read it. */
export const settingChanged = (name: Whole): ApiError =>
  new ApiError(
    name === 'limits' ? 'LIMITS_CHANGED' : 'SETTING_CHANGED',
    `Somebody else has changed ${CALLED[name]}. Check what is stored now, and try again.`,
    { field: `expected_${name}` },
  );

/** Throws a 409 if a setting of `now` is not as the caller read it. `stored` returns settings in the form in which they are compared. */
export function requireExpected<Expected extends { readonly [Name in Whole]?: unknown }>(
  expected: Expected,
  now: { readonly [Name in keyof Expected]?: unknown },
  stored: (settings: Expected) => unknown,
): void {
  for (const name of Object.keys(expected) as (keyof Expected & Whole)[]) {
    const formOf = (of: typeof now): unknown => stored({ [name]: of[name] } as Expected);
    if (!isDeepStrictEqual(formOf(expected), formOf(now))) throw settingChanged(name);
  }
}
