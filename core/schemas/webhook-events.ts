import { z } from 'zod';
import { EVENT_STATUSES, WEBHOOK_EVENT_TYPES } from '../webhooks/event';
import { cursor, LIMIT_RULE, pageLimit } from '../shared/schemas/fields';
import { time } from '../shared/schemas/times';

/** Query of the list of an endpoint's events. */
export const webhookEventsQuery = z.strictObject({
  status: z.enum(EVENT_STATUSES, `must be among ${EVENT_STATUSES.join(', ')}`).optional(),
  after: cursor.optional(),
  limit: pageLimit,
});

/** Body that redelivers a page of events that the endpoint did not accept. */
export const redeliverBody = z.strictObject({
  since: time.describe('Events that happened then or later.'),
  until: time.optional().describe('Events that happened before; now if it is absent.'),
  after: cursor.optional(),
  limit: z
    .int(LIMIT_RULE)
    .min(1, LIMIT_RULE)
    .max(100, LIMIT_RULE)
    .optional()
    .describe('Events of one page; 100 if it is absent.'),
});

/** Body that requests a test event. */
export const testEventBody = z.strictObject({
  type: z
    .enum(WEBHOOK_EVENT_TYPES, `must be among ${WEBHOOK_EVENT_TYPES.join(', ')}`)
    .optional()
    .describe('The type that it has; `delivery.sent` if it is absent.'),
});
