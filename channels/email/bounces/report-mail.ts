import { type MailParserOptions, type ParsedMail, simpleParser } from 'mailparser';
import { type Report, readDeliveryStatus } from './delivery-status';
import { type Feedback, readFeedback } from './feedback-report';

/** A mail to a return address. */
export type ReportMail =
  | { kind: 'delivery'; reports: Report[] }
  | { kind: 'feedback'; feedback: Feedback }
  /** A vacation reply, a human, a bounce without a machine's report. */
  | { kind: 'other' };

/** The second part of a multipart/report (RFC 3464, RFC 5965; with letters beyond ASCII RFC 6533). */
const DELIVERY_STATUS = ['message/delivery-status', 'message/global-delivery-status'];
const FEEDBACK = ['message/feedback-report'];
/** The third part: the original, or its headers only. */
const ORIGINAL = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
];
/** Maximum number of bytes read of the original's headers. */
const ORIGINAL_BYTES = 64 * 1024;

/**
 * Embedded messages are not opened: what a returned mail says about itself is no report. The limits are those of the
 * splitter (mailsplit), which `MailParserOptions` does not list.
 */
const PARSING: MailParserOptions &
  Record<'maxHeadSize' | 'maxChildNodes', number> & { ignoreEmbedded: true } = {
  keepDeliveryStatus: true,
  ignoreEmbedded: true,
  maxHeadSize: 32 * 1024,
  maxChildNodes: 100,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
};

/** Reads a mail, or its beginning, as a report. What cannot be read is `other`. Never rejects. */
export async function readReportMail(bytes: Buffer): Promise<ReportMail> {
  try {
    return read(await simpleParser(bytes, PARSING));
  } catch {
    return { kind: 'other' };
  }
}

function read({ attachments, date }: ParsedMail): ReportMail {
  const partOf = (types: string[], end?: number): string | undefined =>
    // A part whose type cannot be read has `false` here, whatever its declaration says.
    attachments
      .find(({ contentType }) => types.includes(String(contentType).toLowerCase()))
      ?.content.toString('utf8', 0, end);

  const status = partOf(DELIVERY_STATUS);
  if (status !== undefined) return { kind: 'delivery', reports: readDeliveryStatus(status, date) };
  const feedback = partOf(FEEDBACK);
  if (feedback === undefined) return { kind: 'other' };
  const original = partOf(ORIGINAL, ORIGINAL_BYTES) ?? '';
  return { kind: 'feedback', feedback: readFeedback(feedback, original, date) };
}
