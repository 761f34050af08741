import { eventIdOf } from '../../core/shared/ids';
import type { Message, MessageEvent } from './model';
import { type WebhookEndpoint, wants } from '../webhooks/endpoints';

/** Returns whether a receipt, and no attempt, says that the message was sent. */
export const isConfirmedByReceipt = ({ sentAt, attempts }: Message): boolean =>
  sentAt !== null && !attempts.some(({ outcome }) => outcome === 'sent');

/**
 * Returns the `delivery.sent` of a message that a receipt confirms as sent at `at`; null if the message has one, or if the
 * endpoint does not receive it or was created later.
 */
export function sentEventOf(
  { id, events }: Message,
  at: Date,
  endpoint: WebhookEndpoint | null,
): MessageEvent | null {
  if (events.some(({ type }) => type === 'delivery.sent')) return null;
  if (!wants(endpoint, 'delivery.sent') || endpoint.createdAt > at) return null;
  return { id: eventIdOf(id, 'delivery.sent'), type: 'delivery.sent', at, endpointId: endpoint._id };
}
