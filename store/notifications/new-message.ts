import { messageIdOf } from '../../core/shared/ids';
import type { Message } from './model';

/** Returns a queued message, as it is when its step is reached. */
export function newMessage(of: {
  notificationId: string;
  step: string;
  channel: Message['channel'];
  address: string | null;
  at: Date;
  /** When `retry_for` is over. */
  retriedUntil: Date;
}): Message {
  const { notificationId, step, channel, address, at, retriedUntil } = of;
  return {
    id: messageIdOf(notificationId, step, channel),
    step,
    channel,
    status: 'queued',
    createdAt: at,
    sentAt: null,
    deliveredAt: null,
    error: null,
    address,
    provider: null,
    providerMessageId: null,
    attempts: [],
    rendered: null,
    events: [],
    retriedUntil,
  };
}
