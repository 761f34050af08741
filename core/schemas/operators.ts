import { z } from 'zod';
import { CHANNELS, ENVIRONMENTS } from '../shared/channels';
import { DELIVERY_ERROR_CODES } from '../sending/delivery-error';
import { CLOSED_STATUSES, MESSAGE_STATUSES, OPEN_STATUSES } from '../shared/statuses';
import { cursor, line, LIMIT_RULE, pageLimit } from '../shared/schemas/fields';
import { reference } from '../sending/reference';
import { tenantId } from '../tenants/id';
import { signalArgs } from './send';
import { time } from '../shared/schemas/times';

/** Codes by which failures are found. `UNREACHABLE`: of a broadcast, those whom no channel of its event reaches. */
export const FAILURE_CODES = [...DELIVERY_ERROR_CODES, 'UNREACHABLE'] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Filters of notifications, as operators give them. */
export const filters = {
  environment: z.enum(ENVIRONMENTS),
  event: line(255).min(1).optional(),
  channel: z.enum(CHANNELS).optional().describe('Has a message of this channel.'),
  message_status: z
    .enum(MESSAGE_STATUSES)
    .optional()
    .describe('Has a message with this status. `sent` finds delivered messages too, which were sent before.'),
  provider: line(255).min(1).optional(),
  error_code: z.enum(FAILURE_CODES).optional(),
  failing_at: line(255)
    .min(1)
    .optional()
    .describe(
      'Is open and waits for this integration or provider: the last attempt failed there, or it cools down. An id, or the name of an integration.',
    ),
  to_contact: line(255).min(1).optional(),
  reference: reference.optional(),
  tenant: tenantId.optional(),
  broadcast: z.guid().optional().describe('Is a recipient of this broadcast: its id.'),
  from: time.optional(),
  to: time.optional(),
  after: cursor.optional(),
};

export const statusFilter = z.enum([...OPEN_STATUSES, ...CLOSED_STATUSES]).optional();

/** Query of operators' list of notifications. */
export const notificationsQuery = z.strictObject({
  ...filters,
  status: statusFilter,
  count: z
    .enum(['true', 'false'])
    .optional()
    .describe('Also count the notifications that match, on all pages.'),
  limit: pageLimit,
});

/** Body that retries a page of failed notifications. */
export const retryManyBody = z.strictObject({
  ...filters,
  limit: z.int(LIMIT_RULE).min(1, LIMIT_RULE).max(100, LIMIT_RULE).default(100),
  dry_run: z.boolean().default(false),
});

/** Body that retries one failed notification. */
export const retryOneBody = z.strictObject({ again: z.boolean().default(false) });

/** Body that signals the sequence in code of a notification. */
export const signalOneBody = z.strictObject({ name: line(255).min(1), args: signalArgs });
