import type { Receipt } from '../../../core/receipts/receipt';
import type { ReturnAddresses } from '../../../core/receipts/return-address';
import type { ReportMail } from './report-mail';

/**
 * The receipts in a mail that came to `recipient`. Only a return address of ours says which message it is about:
 * the recipient's own, and of a complaint also the one that the message complained of was sent from, for feedback
 * loops have one address for all messages.
 */
export function receiptsOfMail(mail: ReportMail, recipient: string, addresses: ReturnAddresses): Receipt[] {
  const own = addresses.read(recipient);
  switch (mail.kind) {
    case 'delivery':
      return own ? mail.reports.map((report) => ({ ...own, ...report })) : [];
    case 'feedback': {
      const { report, returnPaths } = mail.feedback;
      const ids = own ?? returnPaths.map((path) => addresses.read(path)).find((found) => found !== null);
      return report && ids ? [{ ...ids, ...report }] : [];
    }
    case 'other':
      return [];
  }
}
