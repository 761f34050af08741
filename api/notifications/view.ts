import { z } from 'zod';
import { metadataOf } from '../../core/sending/metadata';
import { CLOSED_STATUSES, MESSAGE_STATUSES, OPEN_STATUSES } from '../../core/shared/statuses';
import type { ShownMessage, ShownNotification } from '../../store/notifications/list';
import { channel, timestamp, uuid } from '../http/formats';

export const messageSchema = z
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

/** A notification as the API shows it (NOTIFICATION-1). */
export const notificationSchema = z
  .object({
    id: uuid,
    event: z.string(),
    contact: z.object({ email: z.string().nullable(), name: z.string().nullable() }),
    status: z
      .enum([...OPEN_STATUSES, ...CLOSED_STATUSES])
      .describe(
        '`running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled.',
      ),
    started_at: timestamp,
    completed_at: timestamp.nullable().describe('Set in the last three statuses.'),
    send_at: timestamp.optional().describe('Present if the send asked for a time.'),
    digested_into: uuid.optional().describe('The notification whose digest has the content of this one.'),
    broadcast_id: uuid.optional().describe('The broadcast that it is of. Absent: it is of none.'),
    reference: z.string().optional().describe('As the send gave it. Absent if it gave none.'),
    tenant: z.string().optional().describe('Id of the tenant that the send named. Absent if it named none.'),
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe('As the send gave it. Absent if it gave none.'),
    messages: z.array(messageSchema),
  })
  .meta({ id: 'Notification' });

export const notificationView = (notification: ShownNotification): z.output<typeof notificationSchema> => ({
  id: notification._id,
  event: notification.event,
  contact: { email: notification.contact.email, name: notification.contact.name },
  status: notification.status,
  started_at: notification.startedAt.toISOString(),
  completed_at: notification.completedAt?.toISOString() ?? null,
  ...(notification.sendAt && { send_at: notification.sendAt.toISOString() }),
  ...(notification.digestedInto !== undefined && { digested_into: notification.digestedInto }),
  ...(notification.ofBroadcast && notification.batchId !== null && { broadcast_id: notification.batchId }),
  ...ownDataView(notification),
  messages: notification.messages.map(messageView),
});

/** Returns the reference, tenant and metadata of a notification, if it has them. */
export const ownDataView = ({
  reference,
  tenant,
  metadata,
}: Pick<ShownNotification, 'reference' | 'tenant' | 'metadata'>) => ({
  ...(reference !== undefined && { reference }),
  ...(tenant !== undefined && { tenant }),
  ...(metadata && { metadata: metadataOf(metadata) }),
});

export function messageView(message: ShownMessage): z.output<typeof messageSchema> {
  const { leftOut } = message.attempts.at(-1) ?? {};
  return {
    id: message.id,
    channel: message.channel,
    status: message.status,
    sent_at: message.sentAt?.toISOString() ?? null,
    delivered_at: message.deliveredAt?.toISOString() ?? null,
    error: message.error && `${message.error.code}: ${message.error.message}`,
    ...(leftOut && {
      copies_left_out: leftOut.map(({ kind, address, reason }) => ({ kind, address, reason })),
    }),
  };
}
