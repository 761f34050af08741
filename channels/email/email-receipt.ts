import { emailKey, parseMailbox } from '../../core/contacts/email-address';
import type { Receipt } from '../../core/receipts/receipt';
import { isObject, textOf } from '../http/json';
import { redact } from '../http/redact';
import { idsOf } from '../receipts/reference';
import { receiptTime } from '../receipts/time';

/** What an event means for the message. */
export type Meaning = Pick<Receipt, 'kind' | 'code'>;

export const failed = (code: Meaning['code']): Meaning => ({ kind: 'failed', code });

/** One event of an e-mail as its provider reports it. Fields of type `unknown` are not yet checked. */
interface EmailEvent {
  meaning: Meaning;
  /** Our ids: `{ notification_id, message_id, attempt_id }`. */
  reference: unknown;
  /** The recipient that it is about. @default the message's own */
  address: unknown;
  /** ISO 8601, or milliseconds since 1970. */
  at: unknown;
  providerMessageId?: string;
  /** The provider's code and texts; what is empty or no text is left out. */
  texts: unknown[];
}

/** Maximum number of characters of `detail`. */
const LONGEST = 500;

/** Returns the address in a provider's text, as addresses are compared; undefined if there is none. */
export function addressOf(text: string | undefined): string | undefined {
  const mailbox = text === undefined ? null : parseMailbox(text);
  return mailbox ? emailKey(mailbox.address) : undefined;
}

/** Returns the receipt of an event, undefined if its message or address cannot be ours. */
export function emailReceipt(event: EmailEvent): Receipt | undefined {
  const { notification_id, message_id, attempt_id } = isObject(event.reference) ? event.reference : {};
  const ids = idsOf(notification_id, message_id, attempt_id);
  if (!ids) return undefined;
  const named = textOf(event.address);
  const address = addressOf(named);
  // If an unreadable address counted as the message's own, the wrong one could be suppressed.
  if (named !== undefined && address === undefined) return undefined;
  const detail = redact(event.texts.filter(textOf).join(': '), []).slice(0, LONGEST);
  return {
    ...ids,
    ...event.meaning,
    at: receiptTime(typeof event.at === 'string' || typeof event.at === 'number' ? event.at : undefined),
    ...(address !== undefined && { address }),
    ...(event.providerMessageId !== undefined && { providerMessageId: event.providerMessageId }),
    ...(detail !== '' && { detail }),
  };
}
