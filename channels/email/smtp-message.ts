import type { SendMailOptions } from 'nodemailer';
import type { DeliveryErrorCode } from '../../core/delivery-error';
import { type Mailbox, parseMailbox } from '../../core/email-address';
import type { OutboundMessage } from '../provider';

export interface MailToSend {
  mail: SendMailOptions;
  /** The recipient that the message is for, as it stands in the envelope. */
  recipient: string;
  /** `<message id@domain of from>`. */
  messageId: string;
}

export interface Refusal {
  outcome: 'permanent';
  code: DeliveryErrorCode;
  response: string;
}

/** What would end a header line (RFC 5322 section 2.2), and NUL. */

const LINE_BREAK = /[\r\n\u0000]/;
/** What we make ids of; anything else has no business in a Message-ID. */
const ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The mail for one message, or why there can be none. Nodemailer gets addresses in parts, never text to
 * parse, and whatever could add a header line is refused here already, before it sees it.
 */
export function toMail(message: OutboundMessage): MailToSend | Refusal {
  const { id, notificationId, content, toName } = message;
  if (!ID.test(id) || !ID.test(notificationId)) return refuse('REJECTED', 'an id is not fit for a header');
  for (const [field, value] of Object.entries({ subject: content.subject, 'name of to': toName })) {
    if (value !== undefined && LINE_BREAK.test(value))
      return refuse('REJECTED', `${field} contains a line break`);
  }
  const from = parseMailbox(message.from ?? '');
  if (!from) return refuse('REJECTED', 'from is not an e-mail address');
  const to = parseMailbox(message.to);
  if (!to) return refuse('INVALID_RECIPIENT', 'to is not an e-mail address');
  const copies: Pick<SendMailOptions, 'replyTo' | 'cc' | 'bcc'> = {};
  for (const field of ['replyTo', 'cc', 'bcc'] as const) {
    const mailboxes = (message[field] ?? []).map(parseMailbox);
    if (mailboxes.includes(null))
      return refuse('REJECTED', `${field} contains what is not an e-mail address`);
    copies[field] = mailboxes.flatMap((mailbox) => (mailbox ? [asAddress(mailbox)] : []));
  }
  const messageId = `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
  return {
    recipient: to.address,
    messageId,
    mail: {
      messageId,
      from: asAddress(from),
      to: asAddress({ name: toName ?? to.name, address: to.address }),
      ...copies,
      subject: content.subject ?? '',
      html: content.html,
      text: content.text,
      headers: { 'X-Heliograph-Notification': notificationId, 'X-Heliograph-Message': id },
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  };
}

function asAddress({ name = '', address }: Mailbox): { name: string; address: string } {
  return { name, address };
}

function refuse(code: Refusal['code'], response: string): Refusal {
  return { outcome: 'permanent', code, response };
}
