import { parseMailbox } from '../../core/email-address';
import type { Receipt } from '../../core/receipt';
import { isUuid } from '../../core/recipient';
import { isObject, textOf } from '../http/json';
import { operatorWords } from '../http/words';

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
  const ids = isObject(event.reference) ? event.reference : {};
  const notificationId = textOf(ids.notification_id) ?? '';
  const messageId = textOf(ids.message_id) ?? '';
  if (!isUuid(notificationId) || !isUuid(messageId)) return undefined;
  const named = textOf(event.address);
  const address = named === undefined ? undefined : parseMailbox(named)?.address;
  // To take an unreadable address for the message's own could suppress the wrong one.
  if (named !== undefined && address === undefined) return undefined;
  const words = event.words.flatMap((part) => textOf(part) ?? []).join(': ');
  const detail = operatorWords(words, []).slice(0, LONGEST);
  return {
    notificationId,
    messageId,
    ...event.fate,
    at: eventTime(event.at),
    ...(address !== undefined && { address }),
    ...(event.providerMessageId !== undefined && { providerMessageId: event.providerMessageId }),
    ...(detail !== '' && { detail }),
  };
}

/** The event's own time; now where it has none that can be read, or one that is still to come. */
function eventTime(value: unknown): Date {
  const now = new Date();
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value) : now;
  return at <= now ? at : now;
}
