import type { DeliveryErrorCode } from '../sending/delivery-error';
import type { SuppressibleChannel, SuppressionReason } from './suppression';

/**
 * What a provider reports of a message that it accepted:
 * - `sent`: in transit. It proves that the message was sent, and nothing more.
 * - `delivered`: the recipient's side has it.
 * - `hard_bounce`: the address gets no mail, now or later; it is suppressed.
 * - `soft_bounce`: failed for a reason that may pass (mailbox full, server unavailable for days).
 * - `failed`: failed for any other reason; `code` says which.
 * - `complained`: the recipient called it spam; the address is suppressed.
 */
export type ReceiptKind = 'sent' | 'delivered' | 'hard_bounce' | 'soft_bounce' | 'failed' | 'complained';

/** One report of one message, from a callback whose sender was verified. */
export interface Receipt {
  notificationId: string;
  messageId: string;
  kind: ReceiptKind;
  /** When it happened, by the provider's clock. */
  at: Date;
  /** The address of the report, which may be a copy's. Absent: the message's own. */
  address?: string;
  /** The provider's id of the message, if the callback has it. */
  providerMessageId?: string;
  /** The attempt that it is about: its id, or the beginning of it. Absent in receipts of messages of older releases. */
  attemptId?: string;
  /** The integration that reported it. Absent: a mail reported it. */
  integrationId?: string;
  /** Of `failed`. @default 'PROVIDER_ERROR' */
  code?: DeliveryErrorCode;
  /** The provider's code and text, for operators and `delivery.error.message`. */
  detail?: string;
  /** The recipient has opted out at the carrier or the provider. The address is suppressed until it opts in. */
  optedOut?: boolean;
}

/** A recipient's STOP or START, or another change of a provider's own list of addresses. */
export interface OptChange {
  channel: SuppressibleChannel;
  /** An e-mail address, E.164, or an identity of WhatsApp without a number. */
  address: string;
  optedOut: boolean;
  /** Why a provider's list has the address. @default 'opt_out' */
  reason?: SuppressionReason;
  /** The message that the recipient opted out from. Absent: the provider names none. */
  message?: { notificationId: string; messageId: string };
  /** What the provider calls the list, if it keeps only mail of this list from the address: a group, a stream. */
  list?: string;
  /** When it happened, by the provider's clock; when it arrived, if the provider does not say. */
  at: Date;
}
