import { z } from 'zod';
import { EVENT_STATUSES, WEBHOOK_EVENT_TYPES } from '../webhooks/event';
import { cursor, queryInteger } from './fields';
import * as patterns from './patterns';

const TIME = 'must be a time with its zone, for example 2026-03-01T09:00:00Z';
const time = z.iso
  .datetime({ offset: true, message: TIME })
  .meta({ format: 'date-time', pattern: patterns.TIME, examples: ['2026-11-21T14:00:00Z'] });

/** Query of the list of an endpoint's events. */
export const webhookEventsQuery = z.strictObject({
  status: z.enum(EVENT_STATUSES, `must be among ${EVENT_STATUSES.join(', ')}`).optional(),
  after: cursor.optional(),
  limit: queryInteger(1, 100, 'must be an integer from 1 to 100').default(50),
});

const LIMIT = 'must be an integer from 1 to 100';

/** Body that has a page of what the endpoint did not take told once more. */
export const redeliverBody = z.strictObject({
  since: time.describe('Events that happened then or later.'),
  until: time.optional().describe('Events that happened before; now where it is absent.'),
  after: cursor.optional(),
  limit: z
    .int(LIMIT)
    .min(1, LIMIT)
    .max(100, LIMIT)
    .optional()
    .describe('Events of one page; 100 where it is absent.'),
});

/** Body that asks for a test event. */
export const testEventBody = z.strictObject({
  type: z
    .enum(WEBHOOK_EVENT_TYPES, `must be among ${WEBHOOK_EVENT_TYPES.join(', ')}`)
    .optional()
    .describe('The type that it has; `delivery.sent` where it is absent.'),
});

/** Body that switches an endpoint on or off, for operators. */
export const switchWebhookBody = z.strictObject({ is_active: z.boolean() });
