/** Notification status (STATUS-1). */
export type NotificationStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'stopped';

/** Statuses of a notification that still runs. Only an operator's reopening leaves the others. */
export const OPEN_STATUSES = ['running', 'waiting'] as const satisfies NotificationStatus[];

/** Statuses of a notification that has ended. */
export const CLOSED_STATUSES = ['completed', 'failed', 'stopped'] as const satisfies NotificationStatus[];

export const isOpen = (status: NotificationStatus): boolean => status === 'running' || status === 'waiting';

/** Message status (MESSAGE-1). */
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Returns whether a provider has accepted a message, and no receipt says that it failed. */
export const wasHandedOver = ({ status }: { status: MessageStatus }): boolean =>
  status === 'sent' || status === 'delivered';

/** What follows a SEND: nothing (the notification ends), a WAIT, or another step at once. */
export type AfterStep = 'close' | 'waiting' | 'running';

/**
 * Returns the status of a notification whose steps have ended (STATUS-3): `failed` if every message failed, else
 * `completed`, also if there was no message.
 */
export function finalStatus(
  messages: { sentAt: Date | null; status: MessageStatus }[],
): 'completed' | 'failed' {
  const handedOver = messages.some((message) => message.sentAt !== null);
  return handedOver || messages.length === 0 ? 'completed' : 'failed';
}
