import { once } from 'node:events';
import { domainToASCII } from 'node:url';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { type SMTPServerAddress, type SMTPServerDataStream, SMTPServer } from 'smtp-server';
import { isOfSender } from '../../../channels/email/bounces/bounce-kind';
import type { Report } from '../../../channels/email/bounces/delivery-status';
import { receiptsOfMail } from '../../../channels/email/bounces/receipts-of-mail';
import type { ReportMail } from '../../../channels/email/bounces/report-mail';
import { clientOf } from '../../../core/access/client-address';
import { UNSUBSCRIBE_MAILBOX } from '../../../core/preferences/links';
import type { Receipt } from '../../../core/receipts/receipt';
import type { ReturnAddresses } from '../../../core/receipts/return-address';
import { limitConnections } from '../../../net/listeners/connection-limits';
import { BACKLOG, PRIVATE_LIMITS } from '../../../net/listeners/limits';
import { countBounce } from '../../../telemetry/bounce-metrics';
import { type MailReader, UnreadableMail } from './mail-reader';

interface BounceListenerOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  protocol: 'smtp' | 'lmtp';
  addresses: ReturnAddresses;
  /** Closed together with the listener. */
  reader: MailReader;
  /** Makes the receipts of one mail to one recipient durable. If it throws, the sending server is asked to try again. */
  applyReceipts(receipts: Receipt[]): Promise<void>;
  /** Does what a mail to the address of unsubscribing asks for. If it throws, the sending server is asked to try again. */
  unsubscribe(mail: Buffer): Promise<void>;
  log: Logger;
}

export type BounceListener = Awaited<ReturnType<typeof startBounceListener>>;

/** Maximum size of a mail (552). A returned message is rarely larger than what we send. */
const MAX_BYTES = 50 * 1024 * 1024;
/** How much of a mail is kept and read. The report comes before the returned message. */
const READ_BYTES = 1024 * 1024;
const MAX_RECIPIENTS = 100;
const IDLE_MS = 60_000;
/** Time for idle connections when the process ends. */
const CLOSE_WITHIN_MS = 2_000;

/** Addresses of the bounce domain that belong to no message: feedback loops, unsubscribing, and postmaster (RFC 5321 section 4.5.1). */
const OTHER_ADDRESSES = ['fbl', 'postmaster', UNSUBSCRIBE_MAILBOX];

const localPart = (address: string): string =>
  address.slice(0, Math.max(address.lastIndexOf('@'), 0)).toLowerCase();

/** A reply. Its text begins with the enhanced status code (RFC 2034, RFC 3463). */
const answer = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
const NO_SUCH_ADDRESS = answer(550, '5.1.1 No such return address');
const TRY_AGAIN = answer(451, '4.3.0 Cannot be accepted now, try again later');
const TOO_MANY = answer(452, '4.5.3 Too many recipients');
const TOO_LARGE = answer(552, '5.3.4 Message too large');
/** Permanent, because it would end the next thread, too. */
const UNREADABLE = answer(554, '5.6.0 This mail cannot be read');

/**
 * Receives the mail of the bounce domain (SMTP, RFC 5321, or LMTP, RFC 2033) from the operator's own mail server, without
 * TLS and login. 250 means that everything the mail reports is applied, or that it reports nothing.
 */
export async function startBounceListener(options: BounceListenerOptions) {
  const { addresses, log, protocol, reader } = options;
  const lmtp = protocol === 'lmtp';

  /** Returns one answer for each recipient. Null means 250. */
  const take = async (stream: SMTPServerDataStream, recipients: SMTPServerAddress[]) => {
    const bytes = await beginningOf(stream);
    if (stream.sizeExceeded) return recipients.map(() => TOO_LARGE);
    const mail = await reader.read(bytes).catch((error: unknown) => {
      log.error({ err: error, bytes: bytes.length }, 'a mail for the bounce domain could not be read');
      return error instanceof UnreadableMail ? UNREADABLE : TRY_AGAIN;
    });
    if (mail instanceof Error) return recipients.map(() => mail);
    const answers: (Error | null)[] = [];
    for (const { address } of recipients)
      answers.push(
        localPart(address) === UNSUBSCRIBE_MAILBOX ? await unsubscribe(bytes) : await apply(mail, address),
      );
    return answers;
  };
  const apply = async (mail: ReportMail, recipient: string): Promise<Error | null> => {
    const receipts = receiptsOfMail(mail, recipient, addresses);
    log.debug({ mail: mail.kind, receipts: receipts.map(({ kind }) => kind) }, 'mail for the bounce domain');
    const [first] = receipts;
    if (first === undefined) return null;
    if (mail.kind === 'delivery') noteReports(mail.reports, first);
    try {
      await options.applyReceipts(receipts);
      return null;
    } catch (error) {
      log.error({ err: error }, 'a bounce could not be applied; its sender is asked to try again');
      return TRY_AGAIN;
    }
  };

  const unsubscribe = async (bytes: Buffer): Promise<Error | null> => {
    try {
      await options.unsubscribe(bytes);
      return null;
    } catch (error) {
      log.error(
        { err: error },
        'a mail that unsubscribes could not be applied; its sender is asked to try again',
      );
      return TRY_AGAIN;
    }
  };

  /** Counts bounces, and notifies operators of those that they can end. The message's error has the server's words. */
  const noteReports = (reports: readonly Report[], { notificationId, messageId }: Receipt): void => {
    for (const { why } of reports) {
      if (why === undefined) continue;
      countBounce(why);
      if (isOfSender(why))
        log.error(
          { notificationId, messageId, why },
          'a receiver refuses the server, domain or account that sends',
        );
    }
  };

  /** Throws nothing, because nobody catches an error in the server's callback. */
  const refusalOf = (address: string, before: number): Error | null => {
    try {
      if (!isReportRecipient(address)) return NO_SUCH_ADDRESS;
      return before >= MAX_RECIPIENTS ? TOO_MANY : null;
    } catch (error) {
      log.error({ err: error }, 'a recipient of the bounce domain could not be read');
      return NO_SUCH_ADDRESS;
    }
  };

  const isReportRecipient = (address: string): boolean => {
    const at = address.lastIndexOf('@');
    const isOurs = domainToASCII(address.slice(at + 1)) === addresses.domain;
    const isOther = isOurs && OTHER_ADDRESSES.includes(localPart(address));
    return isOther || addresses.read(address) !== null;
  };

  /** Connections whose mail has arrived and is not answered yet. */
  const handled = new Set<string>();

  const server = new SMTPServer({
    lmtp,
    banner: 'bounces only',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_WITHIN_MS,
    onRcptTo: ({ address }, session, done) => done(refusalOf(address, session.envelope.rcptTo.length)),
    onData: (stream, session, done) => {
      const connection = connectionKey(session);
      stream.once('end', () => handled.add(connection));
      take(stream, session.envelope.rcptTo)
        .finally(() => handled.delete(connection))
        .then((answers) => {
          const replies = answers.map((error) => error ?? '2.6.0 Taken');
          // The types do not know that LMTP takes a list.
          if (lmtp) return (done as (error: null, replies: unknown) => void)(null, replies);
          done(answers.find((error) => error !== null) ?? null, '2.6.0 Taken');
        })
        .catch((error: unknown) => {
          // Usually the connection broke off, so nobody gets this answer.
          log.debug({ err: error }, 'a mail for the bounce domain was not answered');
          done(TRY_AGAIN);
        });
    },
  });
  server.on('error', (error) => log.debug({ err: error }, 'a connection for bounces was interrupted'));
  limitConnections(server.server, {
    limits: PRIVATE_LIMITS,
    waitsForClient: (socket) => !handled.has(connectionKey(socket)),
    log,
  });
  server.listen(options.port, options.host, BACKLOG);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    /** Ends what is under way, then frees the port. */
    close: async (): Promise<void> => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await reader.close();
    },
  };
}

/** Names an open connection by its other end. */
const connectionKey = ({
  remoteAddress,
  remotePort,
}: {
  remoteAddress?: string;
  remotePort?: number;
}): string => `${clientOf(remoteAddress)} ${remotePort}`;

/** Returns the first part of a mail. Reads the rest too, so that its sender gets an answer. */
async function beginningOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, READ_BYTES - kept);
    kept += part.length;
    if (part.length > 0) chunks.push(part);
  }
  return Buffer.concat(chunks);
}
