import type { Receipt } from '../../../core/receipts/receipt';
import type { ReturnAddresses } from '../../../core/receipts/return-address';
import type { ReportMail } from './report-mail';

/**
 * Returns the receipts in a mail to `recipient`. Only a return address of ours says which message it is about: the
 * recipient's own, or for a complaint the sender of the message, because feedback loops have one address for all messages.
 */
export function receiptsOfMail(mail: ReportMail, recipient: string, addresses: ReturnAddresses): Receipt[] {
  const own = addresses.read(recipient);
  switch (mail.kind) {
    case 'delivery':
      return own ? mail.reports.map(({ why: _why, ...report }) => ({ ...own, ...report })) : [];
    case 'feedback': {
      const { report, returnPaths } = mail.feedback;
      const ids = own ?? returnPaths.map((path) => addresses.read(path)).find((found) => found !== null);
      if (!report || !ids) return [];
      const { why: _why, ...complaint } = report;
      return [{ ...ids, ...complaint }];
    }
    case 'auto_reply':
    case 'other':
      return [];
  }
}
