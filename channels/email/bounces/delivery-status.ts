import type { Receipt } from '../../../core/receipts/receipt';
import { receiptTime } from '../../receipts/time';
import type { BounceKind } from './bounce-kind';
import { bounceVerdict } from './bounce-verdict';
import { type Fields, readFieldGroups, valueOf } from './field-groups';
import { reportedAddress } from './report-address';
import type { Told } from './text-report';

/** What a report says about one recipient: a receipt without the ids. */
export type Report = Omit<Receipt, 'notificationId' | 'messageId'> & {
  /** Why it came back. */
  why?: BounceKind;
};

/** Maximum number of recipients that are read. None of our messages has more. */
const MAX_RECIPIENTS = 50;
const MAX_DETAIL = 500;

/**
 * Reads the fields of a delivery status notification (RFC 3464; RFC 6533 for those beyond ASCII): one report for each
 * recipient whose delivery is decided. Null if the fields name no recipient. `told` is what the text for people says, which
 * counts for a recipient about which the fields say nothing.
 *
 * | Action            | Report                       |
 * |-------------------|------------------------------|
 * | failed, expired   | as `bounceVerdict` says      |
 * | delivered         | delivered                    |
 * | relayed, expanded | sent: no more reports follow |
 * | delayed, others   | none                         |
 */
export function readDeliveryStatus(
  text: string,
  reportedAt: Date | undefined,
  told: (address: string | undefined) => Told | undefined = () => undefined,
): Report[] | null {
  // The first group is about the message, if the server wrote one.
  const groups = readFieldGroups(text, MAX_RECIPIENTS + 1);
  const recipients = groups.filter((fields) => actionOf(fields) !== undefined);
  if (recipients.length === 0) return null;
  return recipients.flatMap((fields) => {
    const report = reportOf(fields, reportedAt, told);
    if (!report) return [];
    // The only recipient is the message's own, even if it cannot be read. One of several may be anyone.
    return report.address === undefined && recipients.length > 1 ? [] : [report];
  });
}

/** Some servers leave the action out. A permanent status of a recipient says the same. */
function actionOf(fields: Fields): string | undefined {
  const action = valueOf(fields, 'action');
  if (action !== undefined) return /^[a-z]*/i.exec(action)?.[0].toLowerCase();
  const named = valueOf(fields, 'final-recipient') ?? valueOf(fields, 'original-recipient');
  return named !== undefined && valueOf(fields, 'status')?.startsWith('5') ? 'failed' : undefined;
}

function reportOf(
  fields: Fields,
  reportedAt: Date | undefined,
  told: (address: string | undefined) => Told | undefined,
): Report | null {
  const status = valueOf(fields, 'status') ?? '';
  const diagnostic = valueOf(fields, 'diagnostic-code') ?? '';
  const address =
    reportedAddress(valueOf(fields, 'original-recipient')) ??
    reportedAddress(valueOf(fields, 'final-recipient'));
  const outcome = outcomeOf(actionOf(fields) ?? '', status, diagnostic, () => told(address));
  if (!outcome) return null;
  const { words = diagnostic, ...rest } = outcome;
  const detail = [status, words].filter(Boolean).join(' ').slice(0, MAX_DETAIL);
  return {
    ...rest,
    at: receiptTime(valueOf(fields, 'last-attempt-date'), reportedAt),
    ...(address !== undefined && { address }),
    ...(detail !== '' && { detail }),
  };
}

function outcomeOf(
  action: string,
  status: string,
  diagnostic: string,
  told: () => Told | undefined,
): (Pick<Report, 'kind' | 'code' | 'why'> & { words?: string }) | null {
  switch (action) {
    case 'failed':
    case 'expired':
      return failure(status, diagnostic, told);
    case 'delivered':
      return { kind: 'delivered' };
    case 'relayed':
    case 'expanded':
      return { kind: 'sent' };
    default:
      return null;
  }
}

function failure(status: string, diagnostic: string, told: () => Told | undefined) {
  const { why, meaning } = bounceVerdict(status, diagnostic);
  const hasReply = /\b[245]\d\d\b/.test(diagnostic);
  const text = why === 'undelivered' && !hasReply ? told() : undefined;
  if (text && text.verdict.why !== 'undelivered')
    return { ...text.verdict.meaning, why: text.verdict.why, words: text.words };
  return { ...meaning, why };
}
