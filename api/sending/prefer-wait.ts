import type { Request } from 'express';
import { z } from 'zod';
import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import { isOpen } from '../../core/shared/statuses';
import { ApiError } from '../http/api-error';
import { answerHeader, requestHeader } from '../http/headers';
import type { ApiDeps } from '../deps';
import { messageView, notificationView } from '../notifications/view';

const example = 'wait=10';

export const preferHeader = requestHeader('Prefer', 'Prefer', {
  description:
    '`wait=N` with 1 to 30 seconds (RFC 7240): the answer is the notification once its first message has its outcome, or as it is when the time is over. Only for one recipient; another preference is ignored.',
  example,
});
export const preferenceApplied = answerHeader(
  'Preference-Applied',
  { description: 'The `Prefer` that was followed.', example },
  z
    .string()
    .regex(/^wait=[0-9]+$/)
    .optional(),
);

/** Returns `Prefer: wait=N` in milliseconds, limited to 1 to 30 s (RFC 7240 section 4.3). Null without it. */
export function preferredWaitMs(request: Request): number | null {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?/i.exec(request.get('prefer') ?? '') ?? [];
  if (seconds === undefined) return null;
  return Math.min(Math.max(Number(seconds), 1), 30) * 1000;
}

/** What no provider decides: with one of these codes, a message that no provider was asked for fails again. */
const OURS: readonly DeliveryErrorCode[] = [
  'INVALID_RECIPIENT',
  'SUPPRESSED',
  'PREFERENCE',
  'CAPPED',
  'COUNTRY_NOT_ALLOWED',
  'TEMPLATE_ERROR',
  'NO_PROVIDER',
];

/**
 * Returns the notification after its first message has an outcome, or as it is after `waitMs`. Throws an error with the
 * notification's id, the channel and the message's code if that message failed: a 422 with the reason if it can never be
 * sent, and a 502 if a provider refused it.
 */
export async function waitedAnswer(deps: ApiDeps, id: string, waitMs: number) {
  if (waitMs > 0) await deps.dispatcher.firstOutcome(id, waitMs);
  const notification = await deps.store.notifications.get(id);
  if (!notification) throw new ApiError('NOTIFICATION_NOT_FOUND', 'The notification was erased.');
  const { messages, status } = notification;
  const [first] = messages;
  if (first?.status !== 'failed' || (isOpen(status) && messages.length > 1))
    return notificationView(notification);
  const { channel, error, attempts } = first;
  const code = error?.code ?? 'PROVIDER_ERROR';
  const details = { channel, id, delivery_code: code };
  if (OURS.includes(code) && attempts.every(({ provider }) => provider === null))
    throw ApiError.of('UNDELIVERABLE', [channel, messageView(first).error ?? code], details);
  throw ApiError.of('PROVIDER_ERROR', [channel, code], details);
}
