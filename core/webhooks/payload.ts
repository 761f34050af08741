import type { Channel } from '../shared/channels';
import type { DeliveryError } from '../sending/delivery-error';
import type { Metadata } from '../sending/metadata';
import type { DeliveryEventType } from './event';

/** The body of a webhook (docs/reference/rules/webhooks.md). */
export type WebhookPayload = ReturnType<typeof buildWebhookPayload>;

export interface WebhookFacts {
  type: DeliveryEventType;
  /** When it happened, the same in every attempt. */
  occurredAt: Date;
  notificationId: string;
  /** Name of the notification's event. */
  eventName: string;
  message: {
    id: string;
    channel: Channel;
    /** The provider's id of the message; null while no provider has accepted it. */
    providerMessageId: string | null;
    sentAt: Date | null;
    deliveredAt: Date | null;
  };
  /** Why it failed, bounced or got a complaint; null otherwise. */
  error: DeliveryError | null;
  /** What it is about, in the words of its caller; absent: nothing. */
  reference?: string;
  /** Id of the tenant in whose name it was sent; absent: none. */
  tenant?: string;
  /** What the caller keeps with the notification; absent: nothing. */
  metadata?: Metadata;
}

/**
 * Returns the payload of one webhook event. `delivery.status` is the event's suffix, `uuid` the message and `request_id`
 * the notification (WEBHOOK-10, WEBHOOK-11). `message_id` is always a string: without a provider's id it is our own id
 * (WEBHOOK-12).
 */
export function buildWebhookPayload(facts: WebhookFacts) {
  const { type, occurredAt, notificationId, eventName, message, error, reference, tenant, metadata } = facts;
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
      // A stored error may have more fields than a webhook shows.
      error: error && { code: error.code, message: error.message },
    },
    request_id: notificationId,
    ...(reference !== undefined && { reference }),
    ...(tenant !== undefined && { tenant }),
    ...(metadata && { metadata }),
    timestamp: occurredAt.toISOString(),
  };
}
