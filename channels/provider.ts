import type { DeliveryErrorCode } from '../core/sending/delivery-error';
import type { RichContent } from '../core/sending/rich-content';
import type { DkimSigner } from './email/dkim/sign-mail';

/** What a template made for one message. The channel decides which fields are set. */
export interface RenderedContent extends RichContent {
  subject?: string;
  html?: string;
  text?: string;
}

/** One message as a provider gets it. */
export interface OutboundMessage {
  /** Message id (UUID); also the idempotency key if a provider takes one. */
  id: string;
  notificationId: string;
  /** The attempt (UUID), which receipts return. Absent: the message belongs to no attempt, such as a test message. */
  attemptId?: string;
  /** The contact, null for a Slack channel; for what stores messages and has to erase them. */
  contactId: string | null;
  /** E-mail address, E.164 number, member id, … as the channel wants it; of push all tokens (`core/contacts/push-tokens.ts`). */
  to: string;
  /** Display name of the recipient, if it is known. */
  toName?: string;
  /** Sender: `Name <address>`, an address, or a phone number. */
  from?: string;
  content: RenderedContent;
  /** Its event is `sensitive`: what stores messages has to encrypt it. */
  sensitive?: true;
  /** E-mail only. */
  replyTo?: string[];
  cc?: string[];
  bcc?: string[];
  /** Addresses in `cc` that an earlier attempt has sent the message to. SMTP shows them in the header only. */
  ccSent?: string[];
  /** SMTP only: signs the message. Absent: it has no signature of ours. */
  signer?: DkimSigner;
}

/**
 * A provider's answer, classified once:
 * - `sent`: accepted; `providerMessageId` is the provider's name for the message.
 * - `permanent`: the recipient, content or template is at fault; a retry would fail too.
 * - `transient`: provider down, refused connection, refused credentials; retried.
 * - `rate_limited`: like transient, not before `retryAfterMs`.
 * - `unknown`: it may have been sent: the connection died after the message was handed over, or the answer of success
 *   is not in the provider's own form.
 */
export type SendResult = (
  | { outcome: 'sent'; providerMessageId: string; response: string }
  | {
      outcome: 'permanent' | 'transient' | 'unknown';
      code: DeliveryErrorCode;
      response: string;
      /** For `permanent`: the recipient told the provider to send no more, and the address is suppressed. */
      optedOut?: boolean;
    }
  | { outcome: 'rate_limited'; code: 'RATE_LIMITED'; response: string; retryAfterMs?: number }
) & {
  /** Push: tokens that the provider reports as gone; they are removed from the contact unless registered again since. */
  gone?: GoneToken[];
  /** Telegram: the new id of a chat that moved. The contact keeps it. */
  movedTo?: string;
  /**
   * The account was refused: credentials, quota, settings at the provider. Operators are notified, and the next
   * provider takes over at once. For push one of several accounts, although another device may have been reached.
   */
  refusedAccount?: boolean;
  /**
   * A `transient` failure after which the message may have been sent. The provider recognizes a repeat by its
   * idempotency key; another provider would send a second one.
   */
  mayHaveSent?: boolean;
  /**
   * A failure for now that says nothing about the provider: of the `recipient`, such as a full mailbox, or of the
   * `message`, for which no provider was called, such as a file that cannot be fetched.
   */
  concerns?: 'recipient' | 'message';
  /** E-mail: addresses of copies that the server accepted although it refused the message's own recipient. */
  copiesSent?: string[];
};

/** A token that a provider reports as gone. */
export interface GoneToken {
  token: string;
  /** When the provider found it gone, if it says so. A token that was registered after that is kept. */
  since?: Date;
}

/** The provider's answer to our credentials, for the operator who set them up. */
export type CheckResult = { ok: true; detail: string } | { ok: false; reason: string };

/** Stands for the result of a message that the call did not send, and that is to be sent alone. */
export const ALONE = Symbol('alone');

export type BatchResult = SendResult | typeof ALONE;

/** Hands over several messages in one call. Pages of broadcasts use it (BROADCAST-12). */
export interface Batch {
  /** Messages that `send` gets at most. */
  readonly most: number;
  /** Whether a message may go with others. Absent: each may. */
  takes?(message: OutboundMessage): boolean;
  /**
   * Returns the result of each message, in their order. If the call fails, it is the result of each: `unknown` if the messages may have been
   * taken. A repeat of one of them is not recognized by the provider, so none `mayHaveSent`. If the call is refused for what is in it,
   * each is `ALONE`, so that only those at fault fail.
   */
  send(messages: readonly OutboundMessage[], signal: AbortSignal): Promise<BatchResult[]>;
}

/** One account at one provider. Implementations never throw for what a provider answers. */
export interface Provider {
  /** The provider's name as attempts show it, for example `smtp`. */
  readonly name: string;
  /** Calls that it makes at once; further ones wait for a connection. Absent: any number. */
  readonly atOnce?: number;
  /** Hands over one message; settles before `signal` aborts or soon after. */
  send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult>;
  /** Absent: the provider has no call for several messages with contents that differ. */
  readonly batch?: Batch;
  /**
   * Tries the credentials without sending anything; absent if the provider has no way to. `from` is an e-mail sender of
   * the application, if it has one.
   */
  check?(signal: AbortSignal, from?: string): Promise<CheckResult>;
  /** Closes pooled connections. */
  close(): Promise<void>;
}
