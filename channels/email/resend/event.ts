import type { Receipt } from '../../../core/receipts/receipt';
import { isObject, textOf } from '../../http/json';
import { emailReceipt, failed, type Meaning } from '../email-receipt';

/**
 * Returns the receipt of one event ("Event Types" and the page of each; "Email Bounces"). Our ids are tags.
 *
 * | Event                                                                   | Becomes                   |
 * |-------------------------------------------------------------------------|---------------------------|
 * | email.sent                                                              | sent                      |
 * | email.delivered                                                         | delivered                 |
 * | email.delivery_delayed, email.scheduled                                 | (nothing is decided)      |
 * | email.bounced, Permanent: General, NoEmail, Suppressed,                 |                           |
 * | OnAccountSuppressionList                                                | hard_bounce               |
 * | email.bounced, Transient: MessageTooLarge, ContentRejected,             |                           |
 * | AttachmentRejected                                                      | failed, REJECTED          |
 * | email.bounced, Transient: General whose `diagnosticCode` is an empty    |                           |
 * | list (an automatic reply)                                               | (nothing is decided)      |
 * | email.bounced, Transient: General, MailboxFull; Undetermined, no type   | soft_bounce               |
 * | email.complained                                                        | complained                |
 * | email.suppressed                                                        | failed, SUPPRESSED        |
 * | email.failed: a quota or rate                                           | failed, RATE_LIMITED      |
 * | email.failed: recipient                                                 | failed, INVALID_RECIPIENT |
 * | email.failed: API key, domain                                           | failed, UNAUTHORIZED      |
 * | email.failed for another reason                                         | failed, PROVIDER_ERROR    |
 * | email.opened, email.clicked, email.received, contact.*, domain.*,       |                           |
 * | suppression.*, inbox.* and what is new                                  | (nothing of a delivery)   |
 *
 * The types of a bounce are those of Amazon SES, through which Resend sends, and so is the sign of an automatic reply: a
 * transient bounce without a server's answer. The documentation names one reason of email.failed (`reached_daily_quota`)
 * and describes the others. The list of email.suppressed also has addresses that complained or were added by hand, so it
 * is no bounce.
 */
export function resendReceipt({ type, created_at, data }: Record<string, unknown>): Receipt | undefined {
  if (!isObject(data)) return undefined;
  const [meaning, texts = []] = meaningOf(type, data);
  if (!meaning) return undefined;
  // An event has one recipient, but it is in a list.
  const [recipient, ...more] = Array.isArray(data.to) ? (data.to as unknown[]) : [];
  return emailReceipt({
    meaning,
    reference: data.tags,
    address: more.length === 0 ? recipient : undefined,
    at: created_at,
    providerMessageId: textOf(data.email_id),
    texts,
  });
}

function meaningOf(type: unknown, data: Record<string, unknown>): [Meaning?, unknown[]?] {
  switch (type) {
    case 'email.sent':
      return [{ kind: 'sent' }];
    case 'email.delivered':
      return [{ kind: 'delivered' }];
    case 'email.complained':
      return [{ kind: 'complained' }];
    case 'email.bounced': {
      const bounce = part(data.bounce);
      const text = serverTexts(bounce)?.[0] ?? bounce.message;
      return [bounced(bounce), [bounce.type, bounce.subType, text]];
    }
    case 'email.suppressed': {
      const suppressed = part(data.suppressed);
      return [failed('SUPPRESSED'), [suppressed.type, suppressed.message]];
    }
    case 'email.failed': {
      const reason = textOf(part(data.failed).reason) ?? '';
      return [failed(failureCode(reason)), [reason]];
    }
    default:
      return [];
  }
}

const part = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const REFUSED_CONTENT = new Set<unknown>(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']);

function bounced(bounce: Record<string, unknown>): Meaning | undefined {
  const { type, subType } = bounce;
  if (type === 'Permanent') return { kind: 'hard_bounce' };
  if (REFUSED_CONTENT.has(subType)) return failed('REJECTED');
  const reply = type === 'Transient' && subType === 'General' && serverTexts(bounce)?.length === 0;
  return reply ? undefined : { kind: 'soft_bounce' };
}

/** Returns what the recipient's server answered. Older events have no such list. */
const serverTexts = ({ diagnosticCode }: Record<string, unknown>): unknown[] | undefined =>
  Array.isArray(diagnosticCode) ? diagnosticCode : undefined;

function failureCode(reason: string): Meaning['code'] {
  if (/quota|rate.?limit/i.test(reason)) return 'RATE_LIMITED';
  if (/recipient/i.test(reason)) return 'INVALID_RECIPIENT';
  if (/api.?key|domain/i.test(reason)) return 'UNAUTHORIZED';
  return 'PROVIDER_ERROR';
}
