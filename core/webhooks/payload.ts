import type { Channel } from '../shared/channels';
import type { DeliveryError } from '../sending/delivery-error';
import type { WebhookEventType } from './event';

/** The body of a webhook (docs/reference/rules/webhooks.md). */
export interface WebhookPayload {
  event: WebhookEventType;
  delivery: {
    uuid: string;
    channel: Channel;
    status: string;
    event_name: string;
    message_id: string;
    sent_at: string | null;
    delivered_at: string | null;
    error: DeliveryError | null;
  };
  request_id: string;
  timestamp: string;
}

export interface WebhookFacts {
  type: WebhookEventType;
  /** When it happened, the same in every attempt; not when it is told. */
  occurredAt: Date;
  notificationId: string;
  /** Name of the notification's event. */
  eventName: string;
  message: {
    id: string;
    channel: Channel;
    /** The provider's name for the message; null while no provider has accepted it. */
    providerMessageId: string | null;
    sentAt: Date | null;
    deliveredAt: Date | null;
  };
  /** Why it failed, bounced or was complained about; null otherwise. */
  error: DeliveryError | null;
}

/**
 * The payload of one webhook event. `delivery.status` is the event's suffix, `uuid` the message and
 * `request_id` the notification (WEBHOOK-10, WEBHOOK-11). `message_id` is a string, so where
 * no provider has named the message our own id stands there (WEBHOOK-12).
 */
export function buildWebhookPayload(facts: WebhookFacts): WebhookPayload {
  const { type, occurredAt, notificationId, eventName, message, error } = facts;
  return {
    event: type,
    delivery: {
      uuid: message.id,
      channel: message.channel,
      status: type.slice(type.indexOf('.') + 1),
      event_name: eventName,
      message_id: message.providerMessageId ?? message.id,
      sent_at: message.sentAt?.toISOString() ?? null,
      delivered_at: message.deliveredAt?.toISOString() ?? null,
      // Picked, not passed on: a stored error may carry more than a webhook shows.
      error: error && { code: error.code, message: error.message },
    },
    request_id: notificationId,
    timestamp: occurredAt.toISOString(),
  };
}
