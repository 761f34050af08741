import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from '../../core/email-address';
import type { ReturnPath } from '../definition';
import type { OutboundMessage } from '../provider';
import { type AttachedFile, type Email, readEmail, type Refusal } from './email-message';

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
      subject,
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
