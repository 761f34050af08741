import type { Request } from 'express';
import { isOpen } from '../../core/shared/statuses';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { notificationView } from '../notifications/view';

/** Returns `Prefer: wait=N` in milliseconds, limited to 1 to 30 s (RFC 7240 section 4.3). Null without it. */
export function preferredWaitMs(request: Request): number | null {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(request.get('prefer') ?? '') ?? [];
  if (seconds === undefined) return null;
  return Math.min(Math.max(Number(seconds), 1), 30) * 1000;
}

/**
 * Returns the notification after its first message has an outcome, or as it is after `waitMs`. Throws a 502 with the
 * notification's id, the channel and the message's code if that message failed.
 */
export async function waitedAnswer(deps: ApiDeps, id: string, waitMs: number) {
  if (waitMs > 0) await deps.dispatcher.firstOutcome(id, waitMs);
  const notification = await deps.store.notifications.get(id);
  if (!notification) throw new ApiError('NOTIFICATION_NOT_FOUND', 'The notification was erased.');
  const { messages, status } = notification;
  const [first] = messages;
  if (first?.status !== 'failed' || (isOpen(status) && messages.length > 1))
    return notificationView(notification);
  const { channel, error } = first;
  const code = error?.code ?? 'PROVIDER_ERROR';
  const message = `The ${channel} message failed: ${code}.`;
  throw new ApiError('PROVIDER_ERROR', message, { channel, id, delivery_code: code });
}
