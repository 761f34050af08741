import { z } from 'zod';
import { ENVIRONMENTS } from '../channels';
import { DELIVERY_ERROR_CODES } from '../delivery-error';
import { CLOSED_STATUSES, OPEN_STATUSES } from '../statuses';
import { line, queryInteger } from './fields';

export const time = z.iso
  .datetime({ offset: true, message: 'must be a time with its zone, for example 2026-03-01T09:00:00Z' })
  .transform((text) => new Date(text));

/** A place in a list as callers carry it: when and which notification came last. */
export const place = line(100).transform((text, context) => {
  const [, at, id] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text) ?? [];
  if (at !== undefined && id !== undefined) return { startedAt: new Date(Number(at)), id };
  context.addIssue({ code: 'custom', message: 'must be what an earlier answer gave as next' });
  return z.NEVER;
});

export const placeText = ({ startedAt, _id }: { startedAt: Date; _id: string }): string =>
  `${startedAt.getTime()}_${_id}`;

const filters = {
  environment: z.enum(ENVIRONMENTS),
  event: line(255).min(1).optional(),
  provider: line(255).min(1).optional(),
  error_code: z.enum(DELIVERY_ERROR_CODES).optional(),
  from: time.optional(),
  to: time.optional(),
  after: place.optional(),
};
const LIMIT = 'must be an integer from 1 to 100';

/** Query of operators' list of notifications. */
export const notificationsQuery = z.strictObject({
  ...filters,
  status: z.enum([...OPEN_STATUSES, ...CLOSED_STATUSES]).optional(),
  limit: queryInteger(1, 100, LIMIT).default(50),
});

/** Body that makes failed notifications again, a page of them. */
export const retryManyBody = z.strictObject({
  ...filters,
  limit: z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(100),
  dry_run: z.boolean().default(false),
});

/** Body that makes one failed notification again. */
export const retryOneBody = z.strictObject({ again: z.boolean().default(false) });

/** Body that signals the sequence in code of a notification. */
export const signalBody = z.strictObject({ name: line(255).min(1) });
