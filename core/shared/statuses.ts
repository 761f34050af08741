/** Notification status (STATUS-1). */
export type NotificationStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'stopped';

/** Statuses in which a notification still has something to do; only an operator's reopening leaves the others. */
export const OPEN_STATUSES = ['running', 'waiting'] as const satisfies NotificationStatus[];

/** Statuses of what is over. */
export const CLOSED_STATUSES = ['completed', 'failed', 'stopped'] as const satisfies NotificationStatus[];

export const isOpen = (status: NotificationStatus): boolean => status === 'running' || status === 'waiting';

/** Message status (MESSAGE-1). */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'failed';

/** Whether a provider has taken a message and nothing says that it did not arrive. */
export const wasHandedOver = ({ status }: { status: MessageStatus }): boolean =>
  status === 'sent' || status === 'delivered';

/** What follows a SEND: nothing (the notification is over), a WAIT, or another step at once. */
export type AfterStep = 'close' | 'waiting' | 'running';

/**
 * How a notification whose steps are over ended (STATUS-3): `failed` when every message
 * failed, else `completed`, also when nothing had to be sent.
 */
export function finalStatus(
  messages: { sentAt: Date | null; status: MessageStatus }[],
): 'completed' | 'failed' {
  const handedOver = messages.some((message) => message.sentAt !== null);
  return handedOver || messages.length === 0 ? 'completed' : 'failed';
}
