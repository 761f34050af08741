import { type Mailbox, needsSmtpUtf8, parseMailbox, wireEmail } from '../../core/contacts/email-address';
import { type Failure, failure } from '../http/verdict';
import type { OutboundMessage } from '../provider';
import { unsubscribeHeaders } from './unsubscribe-headers';

/** A file as providers take it. */
export interface AttachedFile {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
  /** The HTML shows the file as `cid:<contentId>`. */
  contentId?: string;
}

/** One e-mail in parts, checked. Every e-mail provider builds its request from it. */
export interface Email {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Those in cc that have the message already. */
  ccSent: Mailbox[];
  subject: string;
  html?: string;
  text?: string;
  /** Headers besides the usual ones (`headersOf`). */
  headers: Record<string, string>;
  files: AttachedFile[];
}

/** Matches what would end a header line (RFC 5322 section 2.2), and NUL. */
const LINE_BREAK = /[\r\n\u0000]/;
/** Matches what our ids are made of. Nothing else may go into a header. */
const ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the headers besides the usual ones: our ids, List-Unsubscribe, and that no person wrote this, so that no
 * out-of-office reply answers it (RFC 3834 section 5). Or why there can be none.
 */
export function headersOf({ id, notificationId, content }: OutboundMessage) {
  if (!ID.test(id) || !ID.test(notificationId))
    return failure('message', 'an id cannot be written in a header');
  const unsubscribe = unsubscribeHeaders(content.unsubscribeUrl, content.unsubscribeMail);
  if (!unsubscribe)
    return failure('template', 'the unsubscribe URL is not an https URL of at most 900 characters');
  const headers: Record<string, string> = {
    'X-Heliograph-Notification': notificationId,
    'X-Heliograph-Message': id,
    'Auto-Submitted': 'auto-generated',
    ...unsubscribe,
  };
  return { headers };
}

/**
 * Returns the e-mail of a message for a provider that takes no letters beyond ASCII in local parts, or why there can be
 * none. SES says so ("Destination"), and Resend sends over SES. Postmark and SendGrid answer with a refusal of the address.
 */
export function readEmail(message: OutboundMessage): Email | Failure {
  const email = readAnyEmail(message);
  return 'outcome' in email || !isInternational(email)
    ? email
    : international('this provider does not support it');
}

/** Whether only a server with SMTPUTF8 can take the e-mail (RFC 6531). */
export const isInternational = ({ to, cc, bcc, ccSent }: Email): boolean =>
  [to, ...cc, ...bcc, ...ccSent].some(({ address }) => needsSmtpUtf8(address));

/** Returns the refusal of an e-mail for such an address. Nobody is suppressed, because another server can reach it. */
export const international = (why: string): Failure =>
  failure(
    'message',
    `an address has letters outside ASCII before the @, which needs SMTPUTF8 (RFC 6531): ${why}`,
  );

/** Returns the e-mail of a message, or why there can be none. Everything that could add a header line is refused here. */
export function readAnyEmail(message: OutboundMessage): Email | Failure {
  const { content, toName } = message;
  const extra = headersOf(message);
  if ('outcome' in extra) return extra;
  for (const [field, value] of Object.entries({ subject: content.subject, 'name of to': toName })) {
    if (value !== undefined && LINE_BREAK.test(value))
      return failure('message', `${field} contains a line break`);
  }
  const from = sentMailbox(message.from ?? '');
  if (!from) return failure('message', 'from is not an e-mail address');
  const to = sentMailbox(message.to);
  if (!to) return failure('recipient', 'to is not an e-mail address');
  const others: Record<'replyTo' | 'cc' | 'bcc' | 'ccSent', Mailbox[]> = {
    replyTo: [],
    cc: [],
    bcc: [],
    ccSent: [],
  };
  for (const field of ['replyTo', 'cc', 'bcc', 'ccSent'] as const) {
    for (const mailbox of (message[field] ?? []).map(sentMailbox)) {
      if (!mailbox) return failure('message', `${field} contains an entry that is not an e-mail address`);
      others[field].push(mailbox);
    }
  }
  const files: AttachedFile[] = [];
  for (const { filename, contentType, content: base64, contentId } of content.attachments ?? []) {
    // `loadAttachments` has added both.
    if (base64 === undefined || contentType === undefined)
      return failure('template', 'an attachment has no content');
    files.push({ filename, contentType, content: base64, ...(contentId !== undefined && { contentId }) });
  }
  return {
    from,
    to: { name: toName ?? to.name, address: to.address },
    ...others,
    subject: content.subject ?? '',
    html: content.html,
    text: content.text,
    headers: extra.headers,
    files,
  };
}

/** Reads a mailbox in the form that is sent. */
function sentMailbox(text: string): Mailbox | null {
  const mailbox = parseMailbox(text);
  return mailbox && { ...mailbox, address: wireEmail(mailbox.address) };
}

/** A name with one of these must be quoted (RFC 5322 section 3.2.3). */
const SPECIALS = /[()<>[\]:;@\\,."]/;

/** Returns `Name <address>` or the address, for APIs that take a mailbox as text. */
export function mailboxText({ name, address }: Mailbox): string {
  if (!name) return address;
  return SPECIALS.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`;
}
