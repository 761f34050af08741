import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '../../../core/sending/delivery-error';
import { type WebhookEventType, webhookEventRow } from '../../../core/webhooks/event';
import { channel, timestamp, uuid } from '../../http/formats';

const deliveryError = z
  .object({ code: z.enum(DELIVERY_ERROR_CODES), message: z.string() })
  .meta({ id: 'DeliveryError' });

/** Returns the body of one type of webhook (docs/reference/rules/webhooks.md). */
export function deliveryEvent(type: WebhookEventType) {
  const { error, allowsError } = webhookEventRow(type);
  const suffix = type.slice('delivery.'.length);
  return z
    .object({
      event: z.literal(type),
      delivery: z.object({
        uuid: uuid.describe('The message; `messages[].id` of the notification.'),
        channel,
        status: z.literal(suffix),
        event_name: z.string().describe('Name of the event that was sent.'),
        message_id: z.string().describe("The provider's id of the message, or our own if it gave none."),
        sent_at: timestamp.nullable(),
        delivered_at: timestamp.nullable(),
        error: error ? deliveryError : allowsError ? deliveryError.nullable() : z.null(),
      }),
      request_id: uuid.describe('The notification.'),
      timestamp: timestamp.describe('When it happened, the same in every attempt.'),
    })
    .meta({ id: `Delivery${suffix[0]?.toUpperCase()}${suffix.slice(1)}Event` });
}
