import type { Receipt } from '../../core/receipt';
import { isObject, textOf } from '../http/json';
import { emailReceipt, type Fate } from './email-receipt';

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
 * Of the reasons of email.failed the documentation names one (`reached_daily_quota`) and describes the others. The
 * list behind email.suppressed also has addresses that complained or were put there by hand, so it is no bounce.
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
      return { fate: bounced(bounce), words: [bounce.type, bounce.subType, bounce.message] };
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

function bounced({ type, subType }: Record<string, unknown>): Fate {
  if (type === 'Permanent') return { kind: 'hard_bounce' };
  return REFUSED_CONTENT.has(subType) ? { kind: 'failed', code: 'REJECTED' } : { kind: 'soft_bounce' };
}

function failureCode(reason: string): Fate['code'] {
  if (/quota|rate.?limit/i.test(reason)) return 'RATE_LIMITED';
  if (/recipient/i.test(reason)) return 'INVALID_RECIPIENT';
  if (/api.?key|domain/i.test(reason)) return 'UNAUTHORIZED';
  return 'PROVIDER_ERROR';
}
