import { z } from 'zod';
import * as patterns from './patterns';

const EXAMPLE = '2026-03-01T09:00:00Z';
const YEARS = 'must be in the years 2000 to 2099';
const isInYears = (text: string): boolean => text.startsWith('20');

/**
 * A time in a request, as text with its zone, in the years 2000 to 2099 (ERROR-7). What a request makes the service
 * read or compute is bounded by that. `error` is the message about another form.
 */
export const timeText = (error: string) =>
  z.iso
    .datetime({ offset: true, error, abort: true })
    .max(64)
    .refine(isInYears, YEARS)
    .meta({ format: 'date-time', pattern: patterns.TIME });

/** Returns the schema of a time that becomes a Date. */
export const timeLike = (example: string) =>
  timeText(`must be a time with its zone, for example ${example}`)
    .meta({ examples: [example] })
    .transform((text) => new Date(text));

export const time = timeLike(EXAMPLE);

/** A calendar month in a request, in the years 2000 to 2099. */
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month, for example 2026-03', abort: true })
  .refine(isInYears, YEARS)
  .meta({ pattern: patterns.MONTH });

const [FIRST, END] = [Date.UTC(2000), Date.UTC(2100)];

/** Returns whether a time, in milliseconds since 1970, is in the years 2000 to 2099 of UTC. */
export const isRequestTime = (at: number): boolean => at >= FIRST && at < END;

/** A day in a request, `2026-11-27`, in the years 2000 to 2099. */
export const date = z.iso
  .date({ error: 'must be a date, for example 2026-11-27', abort: true })
  .refine(isInYears, YEARS);
