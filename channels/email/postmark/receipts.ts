import { createHash, timingSafeEqual } from 'node:crypto';
import type { Receipt } from '../../../core/receipts/receipt';
import { jsonObject, textOf } from '../../http/json';
import type { ReceiptReader } from '../../receipts/receipts';
import { emailReceipt, type Fate } from '../email-receipt';

/**
 * Reads Postmark's webhooks, one event a call. Postmark signs nothing: it shows the user name and password that were
 * given with the webhook (HTTP basic authentication, "Webhooks overview").
 */
export function postmarkReceipts(username: string | undefined, password: string | undefined): ReceiptReader {
  const expected =
    username === undefined || password === undefined
      ? null
      : digest(Buffer.from(`${username}:${password}`).toString('base64'));
  return ({ headers, body }) => {
    if (!expected) {
      return {
        kind: 'later',
        reason: 'set webhook_username and webhook_password: without them no callback can be verified',
      };
    }
    const shown = /^basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (shown === undefined) {
      return {
        kind: 'refused',
        reason:
          'no basic authentication: give the webhook at Postmark the user name and password of this integration',
      };
    }
    if (!timingSafeEqual(digest(shown), expected)) {
      return {
        kind: 'refused',
        reason: 'another user name or password than webhook_username and webhook_password',
      };
    }
    const event = jsonObject(body.toString('utf8'));
    if (!event) return { kind: 'malformed', reason: 'the body is no event in JSON' };
    const receipt = postmarkReceipt(event);
    return { kind: 'read', receipts: receipt ? [receipt] : [] };
  };
}

/** Of one length whatever was shown, so that the comparison takes one time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function postmarkReceipt(event: Record<string, unknown>): Receipt | undefined {
  const fate = fateOf(event);
  if (!fate) return undefined;
  return emailReceipt({
    fate,
    reference: event.Metadata,
    address: event.Email ?? event.Recipient,
    at: event.BouncedAt ?? event.DeliveredAt,
    providerMessageId: textOf(event.MessageID),
    words: [event.Type, textOf(event.Details) ?? event.Description],
  });
}

const failed = (code: Fate['code']): Fate => ({ kind: 'failed', code });

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
 * Postmark reports Transient and DnsError when it has stopped trying. SpamNotification is a filter's word, not the
 * recipient's, so it is no complaint.
 */
const BOUNCES = new Map<unknown, Fate>([
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
 * By RecordType ("Webhooks overview" and the pages below it): Delivery, Bounce, SpamComplaint. SubscriptionChange is
 * an address put on Postmark's list or taken off it, of which bounce and complaint have events of their own; Open,
 * Click and Inbound say nothing of the delivery.
 */
function fateOf({ RecordType, Type }: Record<string, unknown>): Fate | undefined {
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
