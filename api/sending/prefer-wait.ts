import type { Request } from 'express';
import { isOpen } from '../../core/shared/statuses';
import type { Notification } from '../../store/notifications/model';
import { ApiError } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { notificationView } from '../notifications/view';

/** `Prefer: wait=N` in milliseconds (RFC 7240 section 4.3), null where it is not asked for; 1 to 30 s. */
export function preferredWaitMs(request: Request): number | null {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(request.get('prefer') ?? '') ?? [];
  if (seconds === undefined) return null;
  return Math.min(Math.max(Number(seconds), 1), 30) * 1000;
}

/**
 * The notification once its first message has its outcome, or as it is when the time is over. A message that was
 * refused for good is 502 with its channel.
 */
export async function waitedAnswer(deps: ApiDeps, id: string, waitMs: number) {
  if (waitMs > 0) await deps.dispatcher.firstOutcome(id, waitMs);
  const notification = await deps.store.notifications.get(id);
  if (!notification) throw new ApiError('NOTIFICATION_NOT_FOUND', 'The notification was erased.');
  refuseFailed(notification);
  return notificationView(notification);
}

function refuseFailed(notification: Notification): void {
  const [first] = notification.messages;
  if (first?.status !== 'failed' || (isOpen(notification.status) && notification.messages.length > 1)) return;
  const { channel, error } = first;
  throw new ApiError('PROVIDER_ERROR', `The ${channel} message failed: ${error?.code ?? 'PROVIDER_ERROR'}.`, {
    channel,
  });
}
