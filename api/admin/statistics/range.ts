import type { z } from 'zod';
import type { statisticsQuery } from '../../../core/schemas/statistics';
import { type Period, beginOf, PERIOD_MS, periodsBetween } from '../../../core/statistics/period';
import { ApiError } from '../../http/api-error';

/** Longest time that one request may ask for. */
const LONGEST_MS: Readonly<Record<Period, number>> = { hour: 8 * PERIOD_MS.day, day: 400 * PERIOD_MS.day };
const USUAL_MS: Readonly<Record<Period, number>> = { hour: PERIOD_MS.day, day: 30 * PERIOD_MS.day };

/** The time that a request asks for, in whole periods. */
export interface Range {
  by: Period;
  from: Date;
  to: Date;
}

/** Returns as many periods as a range has, before it. */
export function rangeBefore({ by, from, to }: Range): Range {
  const length = periodsBetween(by, from, to).length * PERIOD_MS[by];
  return { by, from: new Date(from.getTime() - length), to: from };
}

/** Returns the time that a query asks for. Throws an ApiError if it is too long, or ends before it begins. */
export function rangeOf({ from, to, by }: z.output<typeof statisticsQuery>, now: Date): Range {
  const end = to ?? now;
  const length = from ? end.getTime() - from.getTime() : USUAL_MS[by ?? 'hour'];
  if (length <= 0) throw new ApiError('VALIDATION_ERROR', '`from` must be before `to`.', { field: 'from' });
  const period = by ?? (length <= LONGEST_MS.hour ? 'hour' : 'day');
  if (length > LONGEST_MS[period]) {
    const days = LONGEST_MS[period] / PERIOD_MS.day;
    const message = `The maximum range by ${period} is ${days} days. Request a shorter range${period === 'hour' ? ', or request it by day' : ''}.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'from' });
  }
  return { by: period, from: new Date(beginOf(period, end.getTime() - length)), to: end };
}
