import type { Receipt } from '../../../core/receipts/receipt';
import { receiptTime } from '../../receipts/time';
import { bounceVerdict } from './bounce-verdict';
import { type Fields, readFieldGroups, valueOf } from './field-groups';
import { reportedAddress } from './report-address';

/** What a report says about one recipient: a receipt without the ids. */
export type Report = Omit<Receipt, 'notificationId' | 'messageId'>;

/** Maximum number of recipients that are read. None of our messages has more. */
const MAX_RECIPIENTS = 50;
const MAX_DETAIL = 500;

/**
 * Reads the fields of a delivery status notification (RFC 3464; RFC 6533 for those beyond ASCII): one report for each
 * recipient whose delivery is decided.
 *
 * | Action            | Report                       |
 * |-------------------|------------------------------|
 * | failed            | as `bounceVerdict` says      |
 * | delivered         | delivered                    |
 * | relayed, expanded | sent: no more reports follow |
 * | delayed, others   | none                         |
 */
export function readDeliveryStatus(text: string, reportedAt: Date | undefined): Report[] {
  // The first group is about the message, if the server wrote one.
  const groups = readFieldGroups(text, MAX_RECIPIENTS + 1);
  const recipients = groups.filter((fields) => valueOf(fields, 'action') !== undefined);
  return recipients.flatMap((fields) => {
    const report = reportOf(fields, reportedAt);
    if (!report) return [];
    // The only recipient is the message's own, even if it cannot be read. One of several may be anyone.
    return report.address === undefined && recipients.length > 1 ? [] : [report];
  });
}

function reportOf(fields: Fields, reportedAt: Date | undefined): Report | null {
  const status = valueOf(fields, 'status') ?? '';
  const diagnostic = valueOf(fields, 'diagnostic-code') ?? '';
  const outcome = outcomeOf(valueOf(fields, 'action') ?? '', status, diagnostic);
  if (!outcome) return null;
  const address =
    reportedAddress(valueOf(fields, 'original-recipient')) ??
    reportedAddress(valueOf(fields, 'final-recipient'));
  const detail = [status, diagnostic].filter(Boolean).join(' ').slice(0, MAX_DETAIL);
  return {
    ...outcome,
    at: receiptTime(valueOf(fields, 'last-attempt-date'), reportedAt),
    ...(address !== undefined && { address }),
    ...(detail !== '' && { detail }),
  };
}

function outcomeOf(action: string, status: string, diagnostic: string): Pick<Report, 'kind' | 'code'> | null {
  switch (/^[a-z]*/i.exec(action)?.[0].toLowerCase()) {
    case 'failed':
      return bounceVerdict(status, diagnostic);
    case 'delivered':
      return { kind: 'delivered' };
    case 'relayed':
    case 'expanded':
      return { kind: 'sent' };
    default:
      return null;
  }
}
