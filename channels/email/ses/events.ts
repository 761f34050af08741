import type { Receipt } from '../../../core/receipts/receipt';
import { isObject, jsonObject, textOf } from '../../http/json';
import { redact } from '../../http/redact';
import { idsOf } from '../../receipts/reference';
import { receiptTime } from '../../receipts/time';
import { addressOf, failed, type Meaning } from '../email-receipt';

/**
 * Returns the receipts of a message of SES in either format: of a configuration set's event destination (`eventType`; "Contents of event
 * data that Amazon SES publishes to Amazon SNS") and of an identity's feedback notifications (`notificationType`;
 * "Amazon SNS notification contents for Amazon SES"). Null if it is neither.
 *
 * | Event                                                     | Receipt                       |
 * |-----------------------------------------------------------|-------------------------------|
 * | Send                                                      | sent                          |
 * | Delivery: each of `recipients`                            | delivered                     |
 * | Bounce: each of `bouncedRecipients`                       |                               |
 * | - Permanent: General, NoEmail, Suppressed,                | hard_bounce                   |
 * |   OnAccountSuppressionList, OnTenantSuppressionList,      |                               |
 * |   any other                                               |                               |
 * | - Permanent: EmailValidationSuppressed (SES guesses that  | failed, SUPPRESSED            |
 * |   the address is bad), UnsubscribedRecipient (of a list)  |                               |
 * | - Transient: MailboxFull, General, CustomTimeoutExceeded, | soft_bounce                   |
 * |   any other                                               |                               |
 * | - Transient: MessageTooLarge, ContentRejected,            | failed, REJECTED              |
 * |   AttachmentRejected                                      |                               |
 * | - Transient: General without action, status and           | none: an automatic reply, such|
 * |   diagnosticCode                                          | as one of somebody on holiday |
 * | - Undetermined                                            | soft_bounce                   |
 * | - a recipient whose `action` is not `failed`              | none: SES still tries, or     |
 * |                                                           | the other side has it         |
 * | Complaint: each of `complainedRecipients`                 |                               |
 * | - `complaintSubType` OnAccountSuppressionList (or another | failed, SUPPRESSED: SES has   |
 * |   list): of an earlier message                            | not sent this message         |
 * | - feedback `not-spam`, `auth-failure`                     | none                          |
 * | - abuse, fraud, virus, other, none                        | complained                    |
 * | Reject (a virus)                                          | failed, REJECTED              |
 * | Rendering Failure                                         | failed, TEMPLATE_ERROR        |
 * | DeliveryDelay, Open, Click, Subscription, and new ones    | none                          |
 * | AmazonSnsSubscriptionSucceeded, "Successfully validated…" | none: SES tests the topic     |
 */
export function sesReceipts(text: string): Receipt[] | null {
  const event = jsonObject(text);
  if (!event) return text.startsWith('Successfully validated SNS topic') ? [] : null;
  const type = textOf(event.eventType) ?? textOf(event.notificationType);
  if (type === undefined) return null;
  const reader = READERS.get(type);
  if (!reader) return [];
  const { mail } = event;
  const about = event[reader.field];
  if (!isObject(mail) || !isObject(about)) return null;
  const ids = mailIds(mail);
  const outcomes = reader.outcomes(about);
  if (!ids || !outcomes) return ids ? null : [];
  const at = timeOf(textOf(about.timestamp) ?? textOf(mail.timestamp));
  const providerMessageId = textOf(mail.messageId);
  return outcomes.map((outcome) => ({ ...ids, at, providerMessageId, ...outcome }));
}

type Outcome = Pick<Receipt, 'kind' | 'code' | 'address' | 'detail'>;

interface Reader {
  /** The field that says what happened. */
  field: string;
  /** Returns the outcome of each recipient, null if the field is not as documented. */
  outcomes(about: Record<string, unknown>): Outcome[] | null;
}

const rejection = ({ reason }: Record<string, unknown>): Outcome[] => [
  { ...failed('REJECTED'), detail: detailOf('Reject', reason) },
];

const renderingFailure = ({ errorMessage }: Record<string, unknown>): Outcome[] => [
  { ...failed('TEMPLATE_ERROR'), detail: detailOf('Rendering Failure', errorMessage) },
];

const READERS = new Map<string, Reader>([
  ['Send', { field: 'send', outcomes: () => [{ kind: 'sent' }] }],
  ['Delivery', { field: 'delivery', outcomes: deliveries }],
  ['Bounce', { field: 'bounce', outcomes: bounces }],
  ['Complaint', { field: 'complaint', outcomes: complaints }],
  ['Reject', { field: 'reject', outcomes: rejection }],
  ['Rendering Failure', { field: 'failure', outcomes: renderingFailure }],
]);

function deliveries({ recipients, smtpResponse }: Record<string, unknown>): Outcome[] | null {
  if (!Array.isArray(recipients)) return null;
  return recipients.flatMap((recipient) => {
    const address = recipientOf(recipient);
    return address
      ? [{ kind: 'delivered' as const, address, detail: detailOf('Delivery', smtpResponse) }]
      : [];
  });
}

function bounces(bounce: Record<string, unknown>): Outcome[] | null {
  const { bouncedRecipients, bounceType, bounceSubType } = bounce;
  if (!Array.isArray(bouncedRecipients)) return null;
  const [type, subType] = [textOf(bounceType) ?? '', textOf(bounceSubType) ?? ''];
  const verdict = bounceVerdict(type, subType);
  if (!verdict) return [];
  return bouncedRecipients.filter(isObject).flatMap((recipient) => {
    const { emailAddress, action, status, diagnosticCode } = recipient;
    const address = recipientOf(emailAddress);
    const isOver = (textOf(action) ?? 'failed').toLowerCase() === 'failed';
    const fromDsn = [action, status, diagnosticCode].some((field) => textOf(field) !== undefined);
    const isAutomaticReply = type === 'Transient' && subType === 'General' && !fromDsn;
    if (!address || !isOver || isAutomaticReply) return [];
    return [{ ...verdict, address, detail: detailOf(`Bounce ${type}/${subType}`, status, diagnosticCode) }];
  });
}

const NOT_OF_THE_ADDRESS = new Set(['EmailValidationSuppressed', 'UnsubscribedRecipient']);
const OF_THE_MESSAGE = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']);

function bounceVerdict(type: string, subType: string): Meaning | undefined {
  switch (type) {
    case 'Permanent':
      return NOT_OF_THE_ADDRESS.has(subType) ? failed('SUPPRESSED') : { kind: 'hard_bounce' };
    case 'Transient':
      return OF_THE_MESSAGE.has(subType) ? failed('REJECTED') : { kind: 'soft_bounce' };
    case 'Undetermined':
      return { kind: 'soft_bounce' };
    default:
      return undefined;
  }
}

function complaints(complaint: Record<string, unknown>): Outcome[] | null {
  const { complainedRecipients, complaintFeedbackType, complaintSubType } = complaint;
  if (!Array.isArray(complainedRecipients)) return null;
  // Neither comes from a recipient who called the message spam.
  if (complaintFeedbackType === 'not-spam' || complaintFeedbackType === 'auth-failure') return [];
  const notSent = textOf(complaintSubType)?.endsWith('SuppressionList');
  const verdict: Meaning = notSent ? failed('SUPPRESSED') : { kind: 'complained' };
  const detail = detailOf('Complaint', complaintSubType ?? complaintFeedbackType);
  return complainedRecipients.filter(isObject).flatMap(({ emailAddress }) => {
    const address = recipientOf(emailAddress);
    return address ? [{ ...verdict, address, detail }] : [];
  });
}

/** Returns our ids from the message tags. A feedback notification has no tags; it may have the headers of the message. */
function mailIds({ tags, headers }: Record<string, unknown>) {
  const tag = (name: string) => (isObject(tags) ? [tags[name]].flat()[0] : undefined);
  const header = (name: string) =>
    Array.isArray(headers)
      ? headers.filter(isObject).find((one) => textOf(one.name)?.toLowerCase() === name)?.value
      : undefined;
  return idsOf(
    tag('notification_id') ?? header('x-heliograph-notification'),
    tag('message_id') ?? header('x-heliograph-message'),
    tag('attempt_id'),
  );
}

/** Returns an address. From a DSN it is `Final-Recipient` (RFC 3464 section 2.3.2), which may begin with its type. */
const recipientOf = (value: unknown): string | undefined =>
  addressOf((textOf(value) ?? '').replace(/^rfc822;\s*/i, ''));

/** Reads both documented forms: `2016-01-27T14:59:38.237Z`, and `2018-10-08T14:05:45 +0000` of a mail object. */
const timeOf = (text: string | undefined): Date => receiptTime(text?.replace(/ \+0000$/, 'Z'));

function detailOf(what: string, ...given: unknown[]): string {
  const text = given.filter(textOf).join(' ');
  return redact(text === '' ? what : `${what}: ${text}`, []).slice(0, 500);
}
