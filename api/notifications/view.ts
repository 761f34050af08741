import type { Message, Notification } from '../../store/notifications/model';

/** Returns a notification as the API shows it (NOTIFICATION-1). */
export const notificationView = (notification: Notification) => ({
  id: notification._id,
  event: notification.event,
  contact: { email: notification.contact.email, name: notification.contact.name },
  status: notification.status,
  started_at: notification.startedAt.toISOString(),
  completed_at: notification.completedAt?.toISOString() ?? null,
  ...(notification.sendAt && { send_at: notification.sendAt.toISOString() }),
  ...(notification.digestedInto !== undefined && { digested_into: notification.digestedInto }),
  messages: notification.messages.map(messageView),
});

export function messageView(message: Message) {
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
