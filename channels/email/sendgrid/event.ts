import { parseMailbox } from '../../../core/contacts/email-address';
import type { OptChange, Receipt } from '../../../core/receipts/receipt';
import { isObject, textOf } from '../../http/json';
import { idsOf } from '../../receipts/reference';
import { receiptTime } from '../../receipts/time';
import { emailReceipt, failed, type Meaning } from '../email-receipt';

/**
 * Returns the receipt of one event ("Event Webhook Reference"; "Bounce and Block Classifications"; glossary: blocks, expired). Our ids
 * are custom arguments, which stand in the event itself.
 *
 * | Event                                                               | Becomes                   |
 * |---------------------------------------------------------------------|---------------------------|
 * | processed                                                           | sent                      |
 * | delivered                                                           | delivered                 |
 * | deferred                                                            | (SendGrid tries again)    |
 * | bounce, classification Content                                      | failed, REJECTED          |
 * | bounce, type blocked or expired or a new one                        | soft_bounce               |
 * | bounce, status x.2.2 (mailbox full, RFC 3463) or 4.x.x              | soft_bounce               |
 * | bounce, Reputation, Frequency or Volume Too High, Technical Failure | soft_bounce               |
 * | bounce, any other (Invalid Address, Mailbox Unavailable, none)      | hard_bounce               |
 * | dropped: Bounced Address, Invalid                                   | hard_bounce               |
 * | dropped: Spam Reporting Address, Unsubscribed Address               | failed, SUPPRESSED        |
 * | dropped: Invalid SMTPAPI header, Spam Content                       | failed, REJECTED          |
 * | dropped: Recipient List over Package Quota                          | failed, RATE_LIMITED      |
 * | dropped for another reason                                          | failed, PROVIDER_ERROR    |
 * | spamreport                                                          | complained                |
 * | unsubscribe, group_unsubscribe, group_resubscribe                   | (see `sendgridChange`)    |
 * | open, click                                                         | (nothing of the delivery) |
 * | account_status_change and what is new                               | (nothing of a message)    |
 *
 * A drop for an earlier bounce is a hard bounce: the address gets no mail from this account any more. One for an
 * earlier complaint says nothing of what the recipient thinks of this message, so it is no complaint.
 */
export function sendgridReceipt(event: unknown): Receipt | undefined {
  if (!isObject(event)) return undefined;
  const meaning = meaningOf(event);
  if (!meaning) return undefined;
  return emailReceipt({
    meaning,
    reference: event,
    address: event.email,
    at: timeOf(event),
    providerMessageId: sendgridMessageId(event.sg_message_id),
    texts: [event.type, event.bounce_classification, event.status, event.reason, event.response],
  });
}

const timeOf = ({ timestamp }: Record<string, unknown>): number =>
  Number(typeof timestamp === 'number' ? timestamp : textOf(timestamp)) * 1000;

/** Events by which a recipient unsubscribes, from everything or from the group of the mail, and subscribes again. */
const CHANGES = new Map<unknown, boolean>([
  ['unsubscribe', true],
  ['group_unsubscribe', true],
  ['group_resubscribe', false],
]);

/** Returns the opt-out or opt-in of a recipient of our mail. Undefined for other events and for other mail of the account. */
export function sendgridChange(event: unknown): OptChange | undefined {
  if (!isObject(event)) return undefined;
  const optedOut = CHANGES.get(event.event);
  const address = parseMailbox(textOf(event.email) ?? '')?.address;
  const message = idsOf(event.notification_id, event.message_id);
  if (optedOut === undefined || address === undefined || !message) return undefined;
  const group = GROUP_CHANGES.has(event.event) ? { list: groupOf(event.asm_group_id) } : {};
  return { channel: 'email', address, optedOut, at: receiptTime(timeOf(event)), message, ...group };
}

/** After these SendGrid keeps only mail of the group from the address, or sends it again. */
const GROUP_CHANGES = new Set<unknown>(['group_unsubscribe', 'group_resubscribe']);

const groupOf = (id: unknown): string =>
  typeof id === 'number' || textOf(id) !== undefined ? `group ${String(id).slice(0, 20)}` : 'a group';

function meaningOf(event: Record<string, unknown>): Meaning | undefined {
  switch (event.event) {
    case 'processed':
      return { kind: 'sent' };
    case 'delivered':
      return { kind: 'delivered' };
    case 'bounce':
      return bounced(event);
    case 'dropped':
      return dropped(textOf(event.reason) ?? '');
    case 'spamreport':
      return { kind: 'complained' };
    default:
      return undefined;
  }
}

/** Matches the classes of a refusal that is not about the address. */
const SENDERS_FAULT = /^(?:reputation|frequency|technical)/i;

function bounced({ type, status, bounce_classification }: Record<string, unknown>): Meaning {
  const classification = textOf(bounce_classification) ?? '';
  if (/^content/i.test(classification)) return failed('REJECTED');
  const passing = /^4\.|^\d\.2\.2$/.test(textOf(status) ?? '') || SENDERS_FAULT.test(classification);
  const hard = (type === 'bounce' || type === undefined) && !passing;
  return { kind: hard ? 'hard_bounce' : 'soft_bounce' };
}

/** Reasons of a drop. The first that matches counts. */
const DROPS: [RegExp, Meaning][] = [
  [/smtpapi|spam content/i, failed('REJECTED')],
  [/spam report|unsubscribe/i, failed('SUPPRESSED')],
  [/quota/i, failed('RATE_LIMITED')],
  [/^(?:bounced|invalid)\b/i, { kind: 'hard_bounce' }],
];

const dropped = (reason: string): Meaning =>
  DROPS.find(([pattern]) => pattern.test(reason))?.[1] ?? failed('PROVIDER_ERROR');

/** Returns the first part, which is the `X-Message-Id` of the send's answer. The rest names servers inside SendGrid. */
const sendgridMessageId = (value: unknown): string | undefined =>
  textOf(textOf(value)?.split(/\.(?:filter|recvd)/, 1)[0]);
