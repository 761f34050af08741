import { parseMailbox } from '../../core/contacts/email-address';
import type { Receipt } from '../../core/receipts/receipt';
import { isObject, textOf } from '../http/json';
import { operatorWords } from '../http/redact';
import { idsOf } from '../receipts/reference';
import { receiptTime } from '../receipts/time';

/** What an event means for the message: its kind, and of `failed` whose fault it was. */
export type Fate = Pick<Receipt, 'kind' | 'code'>;

/** One event of an e-mail in a provider's words; what cannot be read in it may be anything. */
export interface EmailEvent {
  fate: Fate;
  /** Where our two ids came back: `{ notification_id, message_id }`. */
  reference: unknown;
  /** The recipient that it is about; where the provider names none, the message's own is meant. */
  address: unknown;
  /** ISO 8601, or milliseconds since 1970. */
  at: unknown;
  providerMessageId?: string;
  /** The provider's code and words; what is empty or no text is left out. */
  words: unknown[];
}

/** Characters of `detail`. */
const LONGEST = 500;

/** The receipt of an event, undefined where it is of a message or an address that cannot be ours. */
export function emailReceipt(event: EmailEvent): Receipt | undefined {
  const { notification_id, message_id } = isObject(event.reference) ? event.reference : {};
  const ids = idsOf(notification_id, message_id);
  if (!ids) return undefined;
  const named = textOf(event.address);
  const address = named === undefined ? undefined : parseMailbox(named)?.address;
  // To take an unreadable address for the message's own could suppress the wrong one.
  if (named !== undefined && address === undefined) return undefined;
  const words = event.words.flatMap((part) => textOf(part) ?? []).join(': ');
  const detail = operatorWords(words, []).slice(0, LONGEST);
  return {
    ...ids,
    ...event.fate,
    at: receiptTime(typeof event.at === 'string' || typeof event.at === 'number' ? event.at : undefined),
    ...(address !== undefined && { address }),
    ...(event.providerMessageId !== undefined && { providerMessageId: event.providerMessageId }),
    ...(detail !== '' && { detail }),
  };
}
