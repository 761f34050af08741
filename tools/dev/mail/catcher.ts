import { randomUUID } from 'node:crypto';
import { type Attachment, simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { InboxEntry, InboxStore } from '../../../store/sending/inbox';

const MAX_BYTES = 25 * 1_048_576;

/**
 * Returns an SMTP server that stores every mail in the inbox and delivers none. Each recipient of the envelope gets an
 * entry. The server accepts a mail after it is stored.
 */
export function createMailCatcher(inbox: InboxStore, options: { closeTimeoutMs: number }): SMTPServer {
  return new SMTPServer({
    name: 'localhost',
    banner: 'Heliograph mail catcher, delivers nothing',
    size: MAX_BYTES,
    closeTimeout: options.closeTimeoutMs,
    disableReverseLookup: true,
    // Clients would reject a certificate that they do not trust.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      capture(inbox, stream, session).then(
        () => done(null, 'kept, not delivered'),
        (error: unknown) => done(asReply(error)),
      );
    },
  });
}

class TooLargeError extends Error {}

async function capture(
  inbox: InboxStore,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const mail = await simpleParser(stream, {
    ...{ skipHtmlToText: true, skipTextToHtml: true },
    // `cid:` stays as the mail has it.
    skipImageLinks: true,
  });
  if (stream.sizeExceeded) throw new TooLargeError(`a mail may have ${MAX_BYTES} bytes`);
  const { mailFrom, rcptTo } = session.envelope;
  const sender = mailFrom ? mailFrom.address : '';
  for (const { address } of rcptTo) await inbox.capture(entryOf(mail, sender, address));
}

function entryOf(mail: ParsedMail, sender: string, recipient: string): InboxEntry {
  return {
    id: randomUUID(),
    environment: 'production',
    channel: 'email',
    to: recipient,
    from: mail.from?.text || sender,
    subject: mail.subject ?? null,
    text: withoutLastNewline(mail.text),
    html: withoutLastNewline(mail.html),
    ...(mail.attachments.length > 0 && { rich: { attachments: mail.attachments.map(fileOf) } }),
    // The last server of the path writes it (RFC 5321 section 4.4).
    headers: { 'return-path': `<${sender}>`, ...headersOf(mail) },
    receivedAt: new Date(),
  };
}

/** Returns what is shown of an attached file. Its content is not kept. */
const fileOf = ({ filename, contentType, size, cid }: Attachment) => ({
  filename: filename ?? '(no name)',
  content_type: contentType,
  size,
  ...(cid !== undefined && { content_id: cid }),
});

/** Removes the last line break, which SMTP adds to every body. */
function withoutLastNewline(body: string | false | undefined): string | null {
  return body ? body.replace(/\r?\n$/, '') : null;
}

function headersOf(mail: ParsedMail): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { key, line } of mail.headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim();
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value;
  }
  return headers;
}

/** Returns the SMTP reply. It is 451 if the store is unavailable, so that the sender tries again. */
function asReply(error: unknown): Error & { responseCode: number } {
  const tooLarge = error instanceof TooLargeError;
  if (!tooLarge) console.error('a mail could not be stored:', error);
  const message = tooLarge ? error.message : 'the inbox cannot store it now';
  return Object.assign(new Error(message), { responseCode: tooLarge ? 552 : 451 });
}
