import type { SendMailOptions } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { Mailbox } from '../../../core/contacts/email-address';
import type { ReturnPath } from '../../definition';
import type { OutboundMessage } from '../../provider';
import { type AttachedFile, type Email, readEmail, type Refusal } from '../email-message';

export interface MailToSend {
  email: Email;
  mail: SendMailOptions;
  /** `<message id@domain of from>`. */
  messageId: string;
}

/**
 * The mail for one message, or why there can be none. Nodemailer gets addresses in parts, never text to parse, and
 * whatever could add a header line is refused already, before it sees it.
 */
export function toMail(message: OutboundMessage, returnPath?: ReturnPath): MailToSend | Refusal {
  const email = readEmail(message);
  if ('outcome' in email) return email;
  const { from, to, subject, html, text, headers } = email;
  const messageId = `<${message.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
  return {
    email,
    messageId,
    mail: {
      ...(returnPath && { envelope: envelopeOf(returnPath(message), email) }),
      messageId,
      from: asAddress(from),
      to: asAddress(to),
      replyTo: email.replyTo.map(asAddress),
      cc: email.cc.map(asAddress),
      bcc: email.bcc.map(asAddress),
      subject: foldable(subject),
      html,
      text,
      headers: Object.fromEntries(Object.entries(headers).map(asIs)),
      attachments: email.files.map(asAttachment),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}

/** With a sender of its own an envelope needs its recipients too: everybody once, whatever header they stand in. */
const envelopeOf = (from: string, { to, cc, bcc }: Email) => ({
  from,
  to: [...new Set([to, ...cc, ...bcc].map(({ address }) => address))],
});

const asAddress = ({ name = '', address }: Mailbox) => ({ name, address });

/** Longer words of ASCII are more than a header line may hold, or nearly. */
const LONG_WORD = /^[\x20-\x7e]*\S{900}[\x20-\x7e]*$/;

/**
 * A subject whose lines have 998 octets at most (RFC 5322 section 2.1.1). Nodemailer folds at spaces and makes encoded words
 * (RFC 2047 section 2) of what is not ASCII. A long word of ASCII it leaves in one line.
 */
const foldable = (subject: string): string =>
  LONG_WORD.test(subject) ? encodeWord(subject, 'Q', 52) : subject;

/** As it is, on one line: checked by `readEmail`, and a URL that is folded is not found by every mailbox provider. */
const asIs = ([name, value]: [string, string]) => [name, { value, prepared: true }] as const;

/** Always base64, also text: any other encoding may change line ends on the way. */
const asAttachment = ({ filename, contentType, content }: AttachedFile) => ({
  filename,
  contentType,
  content,
  encoding: 'base64',
  contentTransferEncoding: 'base64' as const,
  contentDisposition: 'attachment' as const,
});
