import type { SendMailOptions } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { domainOf, type Mailbox, needsSmtpUtf8 } from '../../../core/contacts/email-address';
import type { ReturnPath } from '../../definition';
import type { OutboundMessage } from '../../provider';
import { type AttachedFile, type Email, isInternational } from '../email-message';

/**
 * Returns the mail of an e-mail and its Message-ID (`<message id@domain of from>`). Nodemailer gets addresses in parts,
 * never text to parse. The reader of the e-mail refuses everything that could add a header line.
 */
export function toMail(email: Email, message: OutboundMessage, returnPath?: ReturnPath) {
  // A header may name such an address only if the envelope has one (RFC 6531 section 3.4, which nodemailer decides by it).
  const isNameable = ({ address }: Mailbox) => envelopeIsInternational(email) || !needsSmtpUtf8(address);
  const { from, to, subject, html, text, headers } = email;
  const messageId = `<${message.id}@${domainOf(from.address)}>`;
  const mail: SendMailOptions = {
    ...((returnPath || email.ccSent.length > 0) && {
      envelope: envelopeOf(returnPath?.(message) ?? from.address, email),
    }),
    messageId,
    from: asAddress(from),
    to: asAddress(to),
    replyTo: email.replyTo.map(asAddress),
    cc: [...email.cc, ...email.ccSent.filter(isNameable)].map(asAddress),
    bcc: email.bcc.map(asAddress),
    subject: foldable(subject),
    html,
    text,
    headers: Object.fromEntries(Object.entries(headers).map(asIs)),
    attachments: email.files.map(asAttachment),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { messageId, mail };
}

/** An envelope of its own has its recipients: each once, whatever header has them, and none that has the message already. */
const envelopeOf = (from: string, { to, cc, bcc }: Email) => ({
  from,
  to: [...new Set([to, ...cc, ...bcc].map(({ address }) => address))],
});

const envelopeIsInternational = (email: Email): boolean => isInternational({ ...email, ccSent: [] });

const asAddress = ({ name = '', address }: Mailbox) => ({ name, address });

/** Matches a word of ASCII that is too long for a header line, or nearly. */
const LONG_WORD = /^[\x20-\x7e]*\S{900}[\x20-\x7e]*$/;

/**
 * Returns a subject whose lines have 998 octets at most (RFC 5322 section 2.1.1). Nodemailer folds at spaces and makes encoded words
 * (RFC 2047 section 2) of what is not ASCII. A long word of ASCII it leaves in one line.
 */
const foldable = (subject: string): string =>
  LONG_WORD.test(subject) ? encodeWord(subject, 'Q', 52) : subject;

/** Keeps a header on one line: `readEmail` has checked it, and not every mailbox provider finds a URL that is folded. */
const asIs = ([name, value]: [string, string]) => [name, { value, prepared: true }] as const;

/** Encodes text in base64 too: any other encoding may change line ends on the way. */
const asAttachment = ({ filename, contentType, content, contentId }: AttachedFile) => ({
  filename,
  contentType,
  content,
  encoding: 'base64',
  contentTransferEncoding: 'base64' as const,
  contentDisposition: contentId === undefined ? ('attachment' as const) : ('inline' as const),
  ...(contentId !== undefined && { cid: contentId }),
});
