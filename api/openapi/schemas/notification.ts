import { z } from 'zod';
import { CHANNELS } from '../../../core/shared/channels';
import type { MessageStatus, NotificationStatus } from '../../../core/shared/statuses';
import { timestamp, uuid } from '../../http/formats';

export const channel = z.enum(CHANNELS).meta({ id: 'Channel' });

const NOTIFICATION_STATUSES = [
  'running',
  'waiting',
  'completed',
  'failed',
  'stopped',
] as const satisfies NotificationStatus[];
const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'failed'] as const satisfies MessageStatus[];

export const message = z
  .object({
    id: uuid.describe('The same as `delivery.uuid` in webhooks.'),
    channel,
    status: z.enum(MESSAGE_STATUSES),
    sent_at: timestamp.nullable().describe('When the message was handed to the provider.'),
    delivered_at: timestamp.nullable().describe('When the provider confirmed delivery.'),
    error: z.string().nullable().describe('Why it failed: a stable code, a colon, and words for humans.'),
    copies_left_out: z
      .array(
        z.object({
          kind: z.enum(['cc', 'bcc']),
          address: z.string(),
          reason: z
            .enum(['suppressed', 'sandbox'])
            .describe(
              '`suppressed`: nothing is sent to this address. `sandbox`: sandbox sends to listed addresses only.',
            ),
        }),
      )
      .optional()
      .describe('Copies of an e-mail that were not sent. Absent if there are none.'),
  })
  .meta({
    id: 'Message',
    description: 'One message of a notification; there is one for each SEND that ran.',
  });

/** A notification with its messages (NOTIFICATION-1). */
export const notification = z
  .object({
    id: uuid,
    event: z.string(),
    contact: z.object({ email: z.string().nullable(), name: z.string().nullable() }),
    status: z
      .enum(NOTIFICATION_STATUSES)
      .describe(
        '`running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled.',
      ),
    started_at: timestamp,
    completed_at: timestamp.nullable().describe('Set in the last three statuses.'),
    send_at: timestamp.optional().describe('Present if the send asked for a time.'),
    digested_into: uuid.optional().describe('The notification whose digest has the content of this one.'),
    messages: z.array(message),
  })
  .meta({ id: 'Notification' });
