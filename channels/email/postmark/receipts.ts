import { createHash, timingSafeEqual } from 'node:crypto';
import { parseMailbox } from '../../../core/contacts/email-address';
import type { OptChange, Receipt } from '../../../core/receipts/receipt';
import { isObject, jsonObject, textOf } from '../../http/json';
import { later, malformed, type ReceiptReader, refused } from '../../receipts/receipts';
import { idsOf } from '../../receipts/reference';
import { receiptTime } from '../../receipts/time';
import { emailReceipt, failed, type Meaning } from '../email-receipt';

interface Settings {
  webhook_username?: string;
  webhook_password?: string;
  message_stream?: string;
}

/**
 * Reads Postmark's webhooks, one event a call. Postmark signs nothing: it sends the user name and password of the webhook
 * (HTTP basic authentication, "Webhooks overview").
 */
export function postmarkReceipts({
  webhook_username,
  webhook_password,
  message_stream,
}: Settings): ReceiptReader {
  const expected =
    webhook_username === undefined || webhook_password === undefined
      ? null
      : digest(Buffer.from(`${webhook_username}:${webhook_password}`).toString('base64'));
  return ({ headers, body }) => {
    if (!expected)
      return later('set webhook_username and webhook_password: without them no callback can be verified');
    const login = /^basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (login === undefined) return refused(NO_LOGIN);
    if (!timingSafeEqual(digest(login), expected))
      return refused('the user name and password are not webhook_username and webhook_password');
    const event = jsonObject(body.toString('utf8'));
    if (!event) return malformed('the body is not an event in JSON');
    const receipt = postmarkReceipt(event);
    const change = postmarkChange(event, message_stream);
    return { kind: 'read', receipts: receipt ? [receipt] : [], ...(change && { optChanges: [change] }) };
  };
}

const NO_LOGIN =
  'no basic authentication: enter webhook_username and webhook_password in the webhook at Postmark';

/** Returns a hash of one length, so that the comparison always takes the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function postmarkReceipt(event: Record<string, unknown>): Receipt | undefined {
  const meaning = meaningOf(event);
  if (!meaning) return undefined;
  return emailReceipt({
    meaning,
    reference: event.Metadata,
    address: event.Email ?? event.Recipient,
    at: event.BouncedAt ?? event.DeliveredAt,
    providerMessageId: textOf(event.MessageID),
    texts: [event.Type, textOf(event.Details) ?? event.Description],
  });
}

/**
 * Types of a bounce ("Bounce API", bounce types; "What are bounces and spam complaints?"; "How to fix soft bounces").
 *
 * | Type                                                            | Becomes                                 |
 * |-----------------------------------------------------------------|-----------------------------------------|
 * | HardBounce, BadEmailAddress                                     | hard_bounce                             |
 * | SoftBounce, Transient, DnsError, Blocked, Unknown               | soft_bounce                             |
 * | SpamNotification, VirusNotification                             | failed, REJECTED                        |
 * | ManuallyDeactivated, Unconfirmed                                | failed, SUPPRESSED                      |
 * | DMARCPolicy                                                     | failed, UNAUTHORIZED                    |
 * | TemplateRenderingFailed                                         | failed, TEMPLATE_ERROR                  |
 * | SMTPApiError                                                    | failed, PROVIDER_ERROR                  |
 * | SpamComplaint                                                   | complained                              |
 * | AutoResponder, AddressChange, ChallengeVerification, Subscribe, |                                         |
 * | Unsubscribe, OpenRelayTest                                      | (a reply, which decides nothing)        |
 * | InboundError and what is new                                    | (nothing of a message that was sent)    |
 *
 * Postmark reports Transient and DnsError when it has stopped trying. SpamNotification is a filter's judgment, not the
 * recipient's, so it is no complaint.
 */
const BOUNCES = new Map<unknown, Meaning>([
  ['HardBounce', { kind: 'hard_bounce' }],
  ['BadEmailAddress', { kind: 'hard_bounce' }],
  ['SoftBounce', { kind: 'soft_bounce' }],
  ['Transient', { kind: 'soft_bounce' }],
  ['DnsError', { kind: 'soft_bounce' }],
  ['Blocked', { kind: 'soft_bounce' }],
  ['Unknown', { kind: 'soft_bounce' }],
  ['SpamNotification', failed('REJECTED')],
  ['VirusNotification', failed('REJECTED')],
  ['ManuallyDeactivated', failed('SUPPRESSED')],
  ['Unconfirmed', failed('SUPPRESSED')],
  ['DMARCPolicy', failed('UNAUTHORIZED')],
  ['TemplateRenderingFailed', failed('TEMPLATE_ERROR')],
  ['SMTPApiError', failed('PROVIDER_ERROR')],
  ['SpamComplaint', { kind: 'complained' }],
]);

/**
 * Returns the meaning by RecordType ("Webhooks overview" and the pages below it): Delivery, Bounce, SpamComplaint. SubscriptionChange is
 * a change of Postmark's list (`postmarkChange`). Open, Click and Inbound say nothing about the delivery.
 */
function meaningOf({ RecordType, Type }: Record<string, unknown>): Meaning | undefined {
  switch (RecordType) {
    case 'Delivery':
      return { kind: 'delivered' };
    case 'Bounce':
      return BOUNCES.get(Type);
    case 'SpamComplaint':
      return { kind: 'complained' };
    default:
      return undefined;
  }
}

/**
 * Returns the change of Postmark's own list of addresses ("Subscription change webhook"), undefined if the event is none, or
 * one of another message stream.
 *
 * | `SuppressSending`, `SuppressionReason`, `Origin` | Becomes                                                     |
 * |--------------------------------------------------|-------------------------------------------------------------|
 * | true, HardBounce                                 | hard_bounce                                                 |
 * | true, SpamComplaint                              | complaint                                                   |
 * | true, ManualSuppression, Recipient               | opt_out: the recipient unsubscribed, from this stream       |
 * | true, ManualSuppression, Customer or Admin       | manual                                                      |
 * | false                                            | an opt-in, which lifts an opt-out and nothing else          |
 */
function postmarkChange(event: Record<string, unknown>, stream: string | undefined): OptChange | undefined {
  const { RecordType, SuppressSending, SuppressionReason, Origin, MessageStream } = event;
  if (RecordType !== 'SubscriptionChange' || typeof SuppressSending !== 'boolean') return undefined;
  if (stream !== undefined && textOf(MessageStream) !== undefined && MessageStream !== stream)
    return undefined;
  const address = parseMailbox(textOf(event.Recipient) ?? '')?.address;
  const reason = SuppressSending ? reasonOf(SuppressionReason, Origin) : 'opt_out';
  if (address === undefined || reason === undefined) return undefined;
  const at = receiptTime(textOf(event.ChangedAt));
  const change = { channel: 'email', address, optedOut: SuppressSending, reason, at } as const;
  const metadata = isObject(event.Metadata) ? event.Metadata : {};
  const message = idsOf(metadata.notification_id, metadata.message_id);
  if (!SuppressSending || reason !== 'opt_out' || !message) return change;
  return { ...change, message, list: `stream ${textOf(MessageStream)?.slice(0, 100) ?? 'outbound'}` };
}

function reasonOf(reason: unknown, origin: unknown): OptChange['reason'] {
  switch (reason) {
    case 'HardBounce':
      return 'hard_bounce';
    case 'SpamComplaint':
      return 'complaint';
    case 'ManualSuppression':
      return origin === 'Recipient' ? 'opt_out' : 'manual';
    default:
      return undefined;
  }
}
