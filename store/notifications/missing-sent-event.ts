import { eventIdOf } from '../../core/shared/ids';
import type { Message, MessageEvent } from './model';
import { type WebhookEndpoint, wants } from '../webhooks/endpoints';

/** Whether only a receipt says that it was sent. */
export const isConfirmedByReceipt = ({ sentAt, attempts }: Message): boolean =>
  sentAt !== null && !attempts.some(({ outcome }) => outcome === 'sent');

/**
 * The `delivery.sent` of a message that a receipt proves sent at that time; null if it has one, or if the endpoint does
 * not want it or was made later.
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
