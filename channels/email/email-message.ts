import type { DeliveryErrorCode } from '../../core/sending/delivery-error';
import { type Mailbox, parseMailbox } from '../../core/contacts/email-address';
import type { Attachment } from '../../core/sending/rich-content';
import type { OutboundMessage } from '../provider';
import { unsubscribeHeaders } from './unsubscribe-headers';

/** A file as providers take it. */
export interface AttachedFile {
  filename: string;
  contentType: string;
  /** Base64. */
  content: string;
}

/** One e-mail in parts, checked, as every e-mail provider builds its request from. */
export interface Email {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  subject: string;
  html?: string;
  text?: string;
  /** Those besides the usual ones (`headersOf`). */
  headers: Record<string, string>;
  files: AttachedFile[];
}

export interface Refusal {
  outcome: 'permanent';
  code: DeliveryErrorCode;
  response: string;
}

/** What would end a header line (RFC 5322 section 2.2), and NUL. */
const LINE_BREAK = /[\r\n\u0000]/;
/** What we make ids of; anything else has no business in a header. */
const ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Headers besides the usual ones: our ids, List-Unsubscribe, and that no person wrote this, so that nobody's absence is
 * answered to it (RFC 3834 section 5). Or why there can be none.
 */
export function headersOf({
  id,
  notificationId,
  content,
}: OutboundMessage): { ok: true; headers: Record<string, string> } | { ok: false; refusal: Refusal } {
  if (!ID.test(id) || !ID.test(notificationId)) {
    return { ok: false, refusal: refuse('REJECTED', 'an id is not fit for a header') };
  }
  const unsubscribe = unsubscribeHeaders(content.unsubscribeUrl);
  if (!unsubscribe) {
    const why = 'the unsubscribe URL is not an https URL of at most 900 characters';
    return { ok: false, refusal: refuse('TEMPLATE_ERROR', why) };
  }
  const ids = { 'X-Heliograph-Notification': notificationId, 'X-Heliograph-Message': id };
  return { ok: true, headers: { ...ids, 'Auto-Submitted': 'auto-generated', ...unsubscribe } };
}

/** The e-mail of a message, or why there can be none; whatever could add a header line is refused here already. */
export function readEmail(message: OutboundMessage): Email | Refusal {
  const { content, toName } = message;
  const extra = headersOf(message);
  if (!extra.ok) return extra.refusal;
  for (const [field, value] of Object.entries({ subject: content.subject, 'name of to': toName })) {
    if (value !== undefined && LINE_BREAK.test(value))
      return refuse('REJECTED', `${field} contains a line break`);
  }
  const from = parseMailbox(message.from ?? '');
  if (!from) return refuse('REJECTED', 'from is not an e-mail address');
  const to = parseMailbox(message.to);
  if (!to) return refuse('INVALID_RECIPIENT', 'to is not an e-mail address');
  const others: Record<'replyTo' | 'cc' | 'bcc', Mailbox[]> = { replyTo: [], cc: [], bcc: [] };
  for (const field of ['replyTo', 'cc', 'bcc'] as const) {
    for (const mailbox of (message[field] ?? []).map(parseMailbox)) {
      if (!mailbox) return refuse('REJECTED', `${field} contains what is not an e-mail address`);
      others[field].push(mailbox);
    }
  }
  const files = (content.attachments ?? []).map(attachedFile);
  if (files.includes(null)) return refuse('TEMPLATE_ERROR', 'an attachment has no content');
  return {
    from,
    to: { name: toName ?? to.name, address: to.address },
    ...others,
    subject: content.subject ?? '',
    html: content.html,
    text: content.text,
    headers: extra.headers,
    files: files.flatMap((file) => file ?? []),
  };
}

/** Attachments come here with content and type (`loadAttachments`). */
const attachedFile = ({ filename, contentType, content }: Attachment): AttachedFile | null =>
  content === undefined || contentType === undefined ? null : { filename, contentType, content };

/** RFC 5322 section 3.2.3: a name with one of these must be quoted. */
const SPECIALS = /[()<>[\]:;@\\,."]/;

/** `Name <address>` or the address, for APIs that take a mailbox as text. */
export function mailboxText({ name, address }: Mailbox): string {
  if (!name) return address;
  return SPECIALS.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`;
}

/** A refusal where a request is larger than its provider takes, null where it is not. */
export function tooLarge(body: string, maxBytes: number): Refusal | null {
  const bytes = Buffer.byteLength(body);
  if (bytes <= maxBytes) return null;
  const [has, takes] = [bytes, maxBytes].map((size) => (size / 1024 / 1024).toFixed(1));
  return refuse('REJECTED', `the message with its attachments has ${has} MB; the provider takes ${takes} MB`);
}

function refuse(code: Refusal['code'], response: string): Refusal {
  return { outcome: 'permanent', code, response };
}
