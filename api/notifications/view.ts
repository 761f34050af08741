import type { Message, Notification } from '../../store/notifications/model';

/** A notification as the API returns it (NOTIFICATION-1). */
export function notificationView(notification: Notification) {
  return {
    id: notification._id,
    event: notification.event,
    contact: { email: notification.contact.email, name: notification.contact.name },
    status: notification.status,
    started_at: notification.startedAt.toISOString(),
    completed_at: notification.completedAt?.toISOString() ?? null,
    ...(notification.sendAt && { send_at: notification.sendAt.toISOString() }),
    ...(notification.digestedInto !== undefined && { digested_into: notification.digestedInto }),
    messages: notification.messages.map((message) => ({
      id: message.id,
      channel: message.channel,
      status: message.status,
      sent_at: message.sentAt?.toISOString() ?? null,
      delivered_at: message.deliveredAt?.toISOString() ?? null,
      error: message.error && `${message.error.code}: ${message.error.message}`,
      ...leftOutView(message),
    })),
  };
}

/** The copies that its last attempt left out, where there are some. */
function leftOutView({ attempts }: Message) {
  const { leftOut } = attempts.at(-1) ?? {};
  return (
    leftOut && { copies_left_out: leftOut.map(({ kind, address, reason }) => ({ kind, address, reason })) }
  );
}
