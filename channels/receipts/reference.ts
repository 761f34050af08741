import { z } from 'zod';
import type { Receipt } from '../../core/receipts/receipt';
import { isUuid } from '../../core/shared/ids';
import { isSafeAddress } from '../http/base-url';
import type { OutboundMessage } from '../provider';

type Ids = Pick<OutboundMessage, 'id' | 'notificationId' | 'attemptId'>;

/**
 * Returns the ids by which a receipt finds its message and its attempt. A provider that recognizes a repeat by its
 * idempotency key gets no attempt, because a repeat must be the same request.
 */
export const referenceOf = ({ id, notificationId, attemptId }: Ids) => ({
  notification_id: notificationId,
  message_id: id,
  ...(attemptId !== undefined && { attempt_id: attemptId }),
});

/** Returns the reference for providers that return a text: `notification_id=…&message_id=…&attempt_id=…`. */
export const receiptReference = (message: Ids): string =>
  new URLSearchParams(referenceOf(message)).toString();

/** Returns the callback address of one message: the set one with the same ids added to its query. */
export function callbackOf(callbackUrl: string | undefined, message: Ids): string | undefined {
  if (callbackUrl === undefined) return undefined;
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(referenceOf(message))) url.searchParams.set(name, value);
  return url.href;
}

/** Returns the ids of a reference, undefined if they are not ours. */
export const readReference = (reference: URLSearchParams) =>
  idsOf(reference.get('notification_id'), reference.get('message_id'), reference.get('attempt_id'));

/**
 * Returns the ids that a provider returned separately, undefined if they are not ours. Messages of older releases have no
 * id of the attempt.
 */
export function idsOf(
  notificationId: unknown,
  messageId: unknown,
  attemptId?: unknown,
): Pick<Receipt, 'notificationId' | 'messageId' | 'attemptId'> | undefined {
  if (typeof notificationId !== 'string' || typeof messageId !== 'string') return undefined;
  if (!isUuid(notificationId) || !isUuid(messageId)) return undefined;
  const hasAttempt = typeof attemptId === 'string' && isUuid(attemptId);
  return { notificationId, messageId, ...(hasAttempt && { attemptId }) };
}

/** Setting `callback_url`. */
export const callbackUrl = () =>
  z
    .string()
    .max(1000)
    .refine(isSafeAddress, 'must be an https:// address without user or fragment')
    .optional()
    .describe(
      'Address to which the provider reports deliveries. The service adds notification_id, message_id and attempt_id to its query. Without it: the receipts address if PUBLIC_URL is set, else the address of the account.',
    );
