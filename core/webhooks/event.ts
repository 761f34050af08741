import type { Channel } from '../../channels/table';
import type { ReceiptKind } from '../receipts/receipt';
import type { DeliveryError } from '../sending/delivery-error';

/** A type of webhook event. Its row says all about it; code and documents derive the rest. */
interface WebhookEventRow {
  /** When it happens, for people. */
  when: string;
  /** The outcome of a SEND that raises it. Absent: none does. */
  outcome?: 'sent' | 'failed';
  /** The receipts that raise it, unless a row of their channel does. */
  receipts: readonly ReceiptKind[];
  /** Its only channel, or those of the application (WEBHOOK-17). Absent: every channel. */
  over?: Channel | 'delivered_channels';
  /** An example of the message's error, which its payload has (WEBHOOK-13). Null: it has none. */
  error: DeliveryError | null;
  /** What it is about. Absent: a message. */
  about?: 'contact';
  /** Whether endpoints that were created without `enabled_events` get it. */
  byDefault: boolean;
}

/** Webhook event types (docs/reference/rules/webhooks.md). */
export const WEBHOOK_EVENTS = {
  'delivery.sent': {
    when: 'The provider accepted the message. All channels.',
    outcome: 'sent',
    receipts: [],
    error: null,
    byDefault: true,
  },
  'delivery.delivered': {
    when: 'The provider confirmed delivery. E-mail; SMS and WhatsApp if the operator enabled them.',
    receipts: ['delivered'],
    over: 'delivered_channels',
    error: null,
    byDefault: true,
  },
  'delivery.failed': {
    when: 'The send failed, or the provider rejected it. All channels.',
    outcome: 'failed',
    receipts: ['failed', 'soft_bounce', 'hard_bounce'],
    error: { code: 'REJECTED', message: '554 5.7.1 Message refused' },
    byDefault: true,
  },
  'delivery.bounced': {
    when: 'A hard bounce; the contact is suppressed. E-mail.',
    receipts: ['hard_bounce'],
    over: 'email',
    error: { code: 'HARD_BOUNCE', message: '550 5.1.1 No such user' },
    byDefault: true,
  },
  'delivery.complained': {
    when: 'A spam complaint; the contact is suppressed. E-mail.',
    receipts: ['complained'],
    over: 'email',
    error: null,
    byDefault: true,
  },
  'preference.changed': {
    when: 'A contact has switched something on or off, or somebody did it for them.',
    receipts: [],
    error: null,
    about: 'contact',
    byDefault: false,
  },
} as const satisfies Record<`delivery.${string}` | `preference.${string}`, WebhookEventRow>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

/** Those about a message. */
export type DeliveryEventType = Extract<WebhookEventType, `delivery.${string}`>;

export const isAboutMessage = (type: WebhookEventType): type is DeliveryEventType =>
  webhookEventRow(type).about === undefined;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** Returns the row of a type. */
export const webhookEventRow = (type: WebhookEventType): WebhookEventRow => WEBHOOK_EVENTS[type];

/** The types about a message. */
export const DELIVERY_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter(isAboutMessage);

/** Returns the type that a receipt over a channel raises: that of the channel before that of every channel (WEBHOOK-16). */
export function raisedBy(receipt: ReceiptKind, channel: Channel): DeliveryEventType | null {
  const raised = DELIVERY_EVENT_TYPES.filter((type) => webhookEventRow(type).receipts.includes(receipt));
  const ofChannel = raised.find((type) => webhookEventRow(type).over === channel);
  const isOfAll = ({ over }: WebhookEventRow) => over === undefined || over === 'delivered_channels';
  return ofChannel ?? raised.find((type) => isOfAll(webhookEventRow(type))) ?? null;
}

/** Status of an event. `dropped`: the endpoint was removed or inactive when the event was due. */
export const EVENT_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type WebhookEventStatus = (typeof EVENT_STATUSES)[number];
