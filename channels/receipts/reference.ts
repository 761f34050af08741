import { z } from 'zod';
import type { Receipt } from '../../core/receipts/receipt';
import { isUuid } from '../../core/sending/recipient';
import { isSafeAddress } from '../http/base-url';
import type { OutboundMessage } from '../provider';

type Ids = Pick<OutboundMessage, 'id' | 'notificationId'>;

const referenceOf = ({ id, notificationId }: Ids) => ({ notification_id: notificationId, message_id: id });

/** Which message a receipt is about, for providers that give a text back: `notification_id=…&message_id=…`. */
export const receiptReference = (message: Ids): string =>
  new URLSearchParams(referenceOf(message)).toString();

/** The callback address of one message: the set one with the same two ids added to its query. */
export function callbackOf(callbackUrl: string | undefined, message: Ids): string | undefined {
  if (callbackUrl === undefined) return undefined;
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(referenceOf(message))) url.searchParams.set(name, value);
  return url.href;
}

/** The two ids that a provider gives back, undefined where they are none of ours. */
export function readReference(
  given: URLSearchParams,
): Pick<Receipt, 'notificationId' | 'messageId'> | undefined {
  return idsOf(given.get('notification_id'), given.get('message_id'));
}

/** The same of ids that came apart, whatever stands in their places. */
export function idsOf(
  notificationId: unknown,
  messageId: unknown,
): Pick<Receipt, 'notificationId' | 'messageId'> | undefined {
  if (typeof notificationId !== 'string' || typeof messageId !== 'string') return undefined;
  return isUuid(notificationId) && isUuid(messageId) ? { notificationId, messageId } : undefined;
}

/** Setting `callback_url`. */
export const callbackUrl = () =>
  z
    .string()
    .max(1000)
    .refine(isSafeAddress, 'must be an https:// address without user or fragment')
    .optional()
    .describe(
      'Where the provider reports delivery; notification_id and message_id are added to its query. Not set: with PUBLIC_URL our own, else as the account says.',
    );
