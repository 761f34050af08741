import { type MailParserOptions, type ParsedMail, simpleParser } from 'mailparser';
import { receiptTime } from '../../receipts/time';
import { type Report, readDeliveryStatus } from './delivery-status';
import { type Feedback, readComplaint, readFeedback } from './feedback-report';
import { failedRecipients, mailType } from './mail-type';
import { ownText, readText, tellsDelay, type Told } from './text-report';
import { textOf } from './text-of';

/** A mail to a return address. */
export type ReportMail =
  | { kind: 'delivery'; reports: Report[] }
  | { kind: 'feedback'; feedback: Feedback }
  | { kind: 'auto_reply' }
  /** A human, or what cannot be read. */
  | { kind: 'other' };

/** The second part of a multipart/report (RFC 3464, RFC 5965; with letters beyond ASCII RFC 6533). */
const DELIVERY_STATUS = ['message/delivery-status', 'message/global-delivery-status'];
const FEEDBACK = ['message/feedback-report'];
const MESSAGE = ['message/rfc822', 'message/global'];
/** The third part: the original, or its headers only. */
const ORIGINAL = [
  ...MESSAGE,
  'text/rfc822-headers',
  'text/rfc822-header',
  'message/rfc822-headers',
  'message/global-headers',
];
/** Maximum number of bytes read of the original's headers. */
const ORIGINAL_BYTES = 64 * 1024;
/** Maximum number of bytes read of a mail whose parts cannot be told apart. */
const BROKEN_BYTES = 128 * 1024;
const MAX_DETAIL = 500;

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
    return await read(bytes, true);
  } catch {
    return { kind: 'other' };
  }
}

async function read(bytes: Buffer, opensEmbedded: boolean): Promise<ReportMail> {
  const mail = await simpleParser(bytes, PARSING);
  const status = partOf(mail, DELIVERY_STATUS);
  const feedback = partOf(mail, FEEDBACK);
  if (status === undefined && feedback !== undefined) {
    const original = partOf(mail, ORIGINAL, ORIGINAL_BYTES) ?? '';
    return { kind: 'feedback', feedback: readFeedback(feedback, original, mail.date) };
  }
  const type = mailType(mail);
  if (status !== undefined || type === 'bounce') return readBounce(mail, bytes, status);
  if (type === 'auto_reply') return { kind: 'auto_reply' };
  const embedded = contentOf(mail, MESSAGE);
  if (embedded === undefined || !opensEmbedded) return { kind: 'other' };
  // A report that somebody forwarded as it was, or a complaint with the message and no report.
  const inner = await read(embedded, false);
  if (inner.kind === 'delivery' || inner.kind === 'feedback') return inner;
  const feedbackOf = readComplaint(mail, embedded.toString('utf8', 0, ORIGINAL_BYTES));
  return feedbackOf ? { kind: 'feedback', feedback: feedbackOf } : { kind: 'other' };
}

function contentOf({ attachments }: ParsedMail, types: string[]): Buffer | undefined {
  // A part whose type cannot be read has `false` here, whatever its declaration says.
  return attachments.find(({ contentType }) => types.includes(String(contentType).toLowerCase()))?.content;
}

const partOf = (mail: ParsedMail, types: string[], end?: number): string | undefined =>
  contentOf(mail, types)?.toString('utf8', 0, end);

function readBounce(mail: ParsedMail, bytes: Buffer, status: string | undefined): ReportMail {
  const text = ownText(textOf(mail) || bodyOf(bytes));
  const failedAddresses = failedRecipients(mail);
  let told: Told[] | undefined;
  const read = (): Told[] => (told ??= readText(text, failedAddresses, mail.subject ?? ''));
  const about = (address: string | undefined): Told | undefined =>
    read().find((one) => one.address === undefined || one.address === address);

  for (const fields of [status, fieldsWithin(text)]) {
    const reports = fields === undefined ? null : readDeliveryStatus(fields, mail.date, about);
    if (reports) return { kind: 'delivery', reports };
  }
  if (tellsDelay(`${mail.subject ?? ''}\n${text}`)) return { kind: 'delivery', reports: [] };
  const reports = read().map(({ address, words, verdict }): Report => {
    const detail = words.slice(0, MAX_DETAIL);
    return {
      ...verdict.meaning,
      why: verdict.why,
      at: receiptTime(mail.date),
      ...(address !== undefined && { address }),
      ...(detail !== '' && { detail }),
    };
  });
  return { kind: 'delivery', reports };
}

/** Returns the body as it came, of a mail whose parts cannot be told apart. */
function bodyOf(bytes: Buffer): string {
  const whole = bytes.toString('latin1', 0, BROKEN_BYTES).replace(/\r\n?/g, '\n');
  const start = whole.indexOf('\n\n');
  return start === -1 ? '' : whole.slice(start);
}

const FIELDS = /^(?:reporting-mta|(?:final|original)-recipient|action)[ \t]*:/im;
const FIELDS_END = /\n--[^\n]{1,80}\n/;

/** Returns the fields that a mail has outside of a part of their own: in its text, or because its parts are broken. */
function fieldsWithin(text: string): string | undefined {
  const start = text.search(FIELDS);
  if (start === -1) return undefined;
  const rest = text.slice(start);
  const end = rest.search(FIELDS_END);
  return end === -1 ? rest : rest.slice(0, end);
}
