import type { DeliveryErrorCode } from '../core/sending/delivery-error';
import type { RichContent } from '../core/sending/rich-content';

/** What a template made for one message; which fields are filled depends on the channel. */
export interface RenderedContent extends RichContent {
  subject?: string;
  html?: string;
  text?: string;
}

/** One message as a provider is handed it. */
export interface OutboundMessage {
  /** Message id (UUID); also the idempotency key where a provider takes one. */
  id: string;
  notificationId: string;
  /** Whose it is, null for a Slack channel; for what keeps messages and has to forget them. */
  contactId: string | null;
  /** E-mail address, E.164 number, member id, … as the channel wants it; of push all tokens (`core/push-tokens`). */
  to: string;
  /** Display name of the recipient, where one is known. */
  toName?: string;
  /** Sender: `Name <address>`, an address, or a phone number. */
  from?: string;
  content: RenderedContent;
  /** Its event is `sensitive`: what keeps messages has to encrypt it. */
  sensitive?: true;
  /** E-mail only. */
  replyTo?: string[];
  cc?: string[];
  bcc?: string[];
}

/**
 * A provider's answer, classified once, where it is read:
 * - `sent`: accepted; `providerMessageId` is the provider's name for the message.
 * - `permanent`: the recipient, content or template is at fault; a retry would fail too.
 * - `transient`: provider down, refused connection, refused credentials; retried.
 * - `rate_limited`: like transient, not before `retryAfterMs`.
 * - `unknown`: it may have been sent: the connection died after the message was handed over, or the answer of success
 *   is not in the provider's own form.
 */
export type SendResult = Told & {
  /** Push: tokens that the provider calls gone; they are taken from the contact. */
  gone?: string[];
  /**
   * The account was refused: credentials, quota, settings at the provider. Operators are told, and the next provider takes
   * over at once. Of push one of several accounts, though another device may have been reached.
   */
  refusedAccount?: boolean;
  /**
   * A `transient` failure after which the message may have gone out all the same. The provider knows a repeat by its
   * idempotency key; another provider would send a second one.
   */
  mayHaveSent?: boolean;
};

type Told =
  | { outcome: 'sent'; providerMessageId: string; response: string }
  | {
      outcome: 'permanent' | 'transient' | 'unknown';
      code: DeliveryErrorCode;
      response: string;
      /** Of `permanent`: the recipient has told the provider to send no more; the address is suppressed. */
      optedOut?: boolean;
    }
  | { outcome: 'rate_limited'; code: 'RATE_LIMITED'; response: string; retryAfterMs?: number };

/** What the provider says to our credentials, in words for whoever set them up. */
export type CheckResult = { ok: true; detail: string } | { ok: false; reason: string };

/** One account at one provider. Implementations never throw for what a provider answers. */
export interface Provider {
  /** The provider's name as attempts show it, for example `smtp`. */
  readonly name: string;
  /** Hands over one message; settles before `signal` aborts or soon after. */
  send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult>;
  /**
   * Tries the credentials without sending anything; absent where the provider has no way to. `from` is an e-mail sender of
   * the application, if it has one.
   */
  check?(signal: AbortSignal, from?: string): Promise<CheckResult>;
  /** Closes pooled connections. */
  close(): Promise<void>;
}
