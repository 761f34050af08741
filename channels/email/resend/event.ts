import type { Receipt } from '../../../core/receipts/receipt';
import { isObject, textOf } from '../../http/json';
import { emailReceipt, type Fate } from '../email-receipt';

/**
 * Reads one event ("Event Types" and the page of each; "Email Bounces"). Our ids are tags.
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
 * transient bounce in which no server said anything. Of the reasons of email.failed the documentation names one
 * (`reached_daily_quota`) and describes the others. The list behind email.suppressed also has addresses that complained
 * or were put there by hand, so it is no bounce.
 */
export function resendReceipt({ type, created_at, data }: Record<string, unknown>): Receipt | undefined {
  if (!isObject(data)) return undefined;
  const outcome = outcomeOf(type, data);
  if (!outcome) return undefined;
  // One recipient an event, in a list all the same.
  const [recipient, ...more] = Array.isArray(data.to) ? (data.to as unknown[]) : [];
  return emailReceipt({
    fate: outcome.fate,
    reference: data.tags,
    address: more.length === 0 ? recipient : undefined,
    at: created_at,
    providerMessageId: textOf(data.email_id),
    words: outcome.words ?? [],
  });
}

interface Outcome {
  fate: Fate;
  words?: unknown[];
}

function outcomeOf(type: unknown, data: Record<string, unknown>): Outcome | undefined {
  switch (type) {
    case 'email.sent':
      return { fate: { kind: 'sent' } };
    case 'email.delivered':
      return { fate: { kind: 'delivered' } };
    case 'email.complained':
      return { fate: { kind: 'complained' } };
    case 'email.bounced': {
      const bounce = part(data.bounce);
      const fate = bounced(bounce);
      const said = serversWords(bounce)?.[0] ?? bounce.message;
      return fate && { fate, words: [bounce.type, bounce.subType, said] };
    }
    case 'email.suppressed': {
      const suppressed = part(data.suppressed);
      return {
        fate: { kind: 'failed', code: 'SUPPRESSED' },
        words: [suppressed.type, suppressed.message],
      };
    }
    case 'email.failed': {
      const reason = textOf(part(data.failed).reason);
      return { fate: { kind: 'failed', code: failureCode(reason ?? '') }, words: [reason] };
    }
    default:
      return undefined;
  }
}

const part = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const REFUSED_CONTENT = new Set<unknown>(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']);

function bounced(bounce: Record<string, unknown>): Fate | undefined {
  const { type, subType } = bounce;
  if (type === 'Permanent') return { kind: 'hard_bounce' };
  if (REFUSED_CONTENT.has(subType)) return { kind: 'failed', code: 'REJECTED' };
  const reply = type === 'Transient' && subType === 'General' && serversWords(bounce)?.length === 0;
  return reply ? undefined : { kind: 'soft_bounce' };
}

/** What the recipient's server answered; older events have no such list. */
const serversWords = ({ diagnosticCode }: Record<string, unknown>): unknown[] | undefined =>
  Array.isArray(diagnosticCode) ? diagnosticCode : undefined;

function failureCode(reason: string): Fate['code'] {
  if (/quota|rate.?limit/i.test(reason)) return 'RATE_LIMITED';
  if (/recipient/i.test(reason)) return 'INVALID_RECIPIENT';
  if (/api.?key|domain/i.test(reason)) return 'UNAUTHORIZED';
  return 'PROVIDER_ERROR';
}
