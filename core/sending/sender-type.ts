export const SENDER_TYPES = ['domain', 'email', 'phone', 'alphanumeric'] as const;
/** `alphanumeric`: a name that an SMS shows in place of a number. */
export type SenderType = (typeof SENDER_TYPES)[number];

/**
 * Whether this can be an alphanumeric sender ID: what Telnyx takes (developers.telnyx.com/docs/messaging/messages/alphanumeric-sender-id).
 * Twilio takes some signs more.
 */
export const isAlphanumericSender = (value: string): boolean =>
  /^(?=.*[a-z])[a-z0-9](?:[a-z0-9 ]{0,9}[a-z0-9])?$/i.test(value);
