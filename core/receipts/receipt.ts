import type { DeliveryErrorCode } from '../sending/delivery-error';

/**
 * What a provider reports of a message that it took:
 * - `sent`: on its way. It proves that the message was handed over, and nothing more.
 * - `delivered`: the recipient's side has it.
 * - `hard_bounce`: the address gets no mail, now or later; it is suppressed.
 * - `soft_bounce`: given up on for a reason that may pass (mailbox full, server away for days).
 * - `failed`: given up on for any other reason; `code` says whose fault it was.
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
  /** The address that it is about, which may be a copy's. Absent: the message's own. */
  address?: string;
  /** The provider's name for the message, where the callback has it. */
  providerMessageId?: string;
  /** Of `failed`. @default 'PROVIDER_ERROR' */
  code?: DeliveryErrorCode;
  /** The provider's code and words, for operators and `delivery.error.message`. */
  detail?: string;
  /** The recipient has told the carrier or the provider to send no more; the address is suppressed until it takes that back. */
  optedOut?: boolean;
}

/** A recipient's STOP or START, which belongs to no message. */
export interface OptChange {
  channel: 'sms' | 'whatsapp';
  /** E.164. */
  address: string;
  optedOut: boolean;
  /** When they did, by the provider's clock; when it came here, where the provider does not say. */
  at: Date;
}
