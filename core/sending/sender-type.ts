export const SENDER_TYPES = ['domain', 'email', 'phone', 'alphanumeric'] as const;
/** `alphanumeric`: a name that an SMS shows in place of a number. */
export type SenderType = (typeof SENDER_TYPES)[number];

/** A verified sender of an application. */
export interface Sender {
  id: string;
  type: SenderType;
  value: string;
}

/**
 * Returns whether this can be an alphanumeric sender ID by the rule of Telnyx
 * (developers.telnyx.com/docs/messaging/messages/alphanumeric-sender-id). Twilio allows a few more characters.
 */
export const isAlphanumericSender = (value: string): boolean =>
  /^(?=.*[a-z])[a-z0-9](?:[a-z0-9 ]{0,9}[a-z0-9])?$/i.test(value);
