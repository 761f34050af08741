import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { domainOf, emailKey, parseMailbox } from '../../../core/contacts/email-address';
import type { ReturnPath } from '../../definition';
import { failure } from '../../http/verdict';
import type { Provider, SendResult } from '../../provider';
import { type Dialer, openDialer, RefusedAddressError } from '../../../net/dialer';
import { systemResolver } from '../../../net/resolver/system-resolver';
import type { DkimSigner } from '../dkim/sign-mail';
import { signedStream } from '../dkim/signed-stream';
import { attemptSignal } from '../../../process/attempt-signal';
import { type Email, international, isInternational, readAnyEmail } from '../email-message';
import { connectBy } from './connect';
import { classifySmtp, type SmtpError } from './errors';
import { fullHostName, hostLiteral } from './host-name';
import { toMail } from './message';
import { watchSmtpUtf8 } from './extensions';
import { isLoopback, parseSmtpUrl } from './url';

export interface SmtpProviderOptions {
  /**
   * `smtp://[user:password@]host[:port]` or `smtps://…` (TLS from the start). Over `smtp:` STARTTLS is used if the server
   * offers it. With a password it is required.
   */
  url: string;
  /** Name that attempts show. @default 'smtp' */
  name?: string;
  /** Connections kept open at once. @default 5 */
  poolSize?: number;
  /** Whether the server's certificate must be valid. @default true */
  tlsRejectUnauthorized?: boolean;
  /** Whether a password is also sent without STARTTLS to a host that is not this machine. @default false */
  allowPlaintext?: boolean;
  /** Name that EHLO gives. @default the full name of this host, else the domain of the message's sender */
  ehloName?: string;
  /** Envelope sender (RFC 5321 section 4.4.7 calls it return path) of each message. Absent: the address of From. */
  returnPath?: ReturnPath;
  /** Connects to the server. @default to any address */
  dialer?: Dialer;
  timeouts?: Partial<SmtpTimeouts>;
}

/** Milliseconds. The defaults end an attempt well within 30 s. */
export interface SmtpTimeouts {
  /** From the DNS lookup to a usable session, with TLS. @default 10_000 */
  connection: number;
  /** Until the server greets. @default 8_000 */
  greeting: number;
  /** Without a byte from the server. @default 20_000 */
  socket: number;
  /** One whole attempt, with the wait for a free connection. @default 25_000 */
  attempt: number;
}

type RefusedRecipient = SmtpError & { recipient?: string };

const DEFAULT_TIMEOUTS: SmtpTimeouts = {
  connection: 10_000,
  greeting: 8_000,
  socket: 20_000,
  attempt: 25_000,
};

/**
 * Messages of a connection, before the pool closes it. The next message waits for another one to be opened. Exim takes 1,000 by
 * default (`smtp_accept_max_per_connection`). Where fewer are allowed and the server says 421, the pool sends the message over
 * another connection. If it refuses messages and keeps the connection, as OpenSMTPD does after 100 (452), connections take fewer.
 */
const MESSAGES_OF_A_CONNECTION = { most: 1000, fewer: 100 };

/**
 * Returns the provider that sends e-mail over SMTP through a pool of connections.
 *
 * If an attempt is interrupted (timeout, signal, lost connection), nodemailer's error has the reply, if there was one, but
 * not how much of the body was sent. So the provider observes the end of the body's stream. The connection starts to read
 * it at 354, and ends it before it sends the final dot. Before that end, nothing can have been delivered (`transient`).
 * After it, the outcome is `unknown`. The pool repeats a message on another connection only if no byte of it was read, so
 * it cannot send one twice.
 *
 * With copies (cc, bcc), the server may accept some recipients and refuse others. If it refuses `to`, that refusal is the
 * result, and `copiesSent` names the copies that were sent. The retry after a 4yz (usually greylisting) leaves them out, with
 * the same Message-ID. Refused copies of an accepted message are only mentioned in `response`.
 */
export function createSmtpProvider(options: SmtpProviderOptions): Provider {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const server = parseSmtpUrl(options.url);
  const requireTLS = server.auth !== undefined && !isLoopback(server.host) && !options.allowPlaintext;
  const smtpUtf8 = watchSmtpUtf8();
  const pool = new SMTPPool({
    ...server,
    maxConnections: options.poolSize ?? 5,
    maxRequeues: 2,
    maxMessages: MESSAGES_OF_A_CONNECTION.most,
    // Below the idle timeout of servers, so that they seldom close the connection first.
    idleTimeout: 30_000,
    connectionTimeout: timeouts.connection,
    getSocket: connectBy(options.dialer ?? openDialer(systemResolver), server, timeouts.connection),
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    socketCloseTimeout: 1_000,
    requireTLS,
    logger: smtpUtf8.logger,
    transactionLog: true,
    tls: { rejectUnauthorized: options.tlsRejectUnauthorized ?? true },
  });
  const transport = createTransport(pool);
  /** Names this host in connections that are opened from now on. */
  const introduceFor = (domain: string | undefined): void => {
    pool.options.name = options.ehloName ?? fullHostName() ?? domain ?? hostLiteral();
  };
  const verified = (signal: AbortSignal) => Promise.race([transport.verify(), abortOf(signal)]);
  const handedOver = new WeakSet<AbortSignal>();
  const signers = new WeakMap<AbortSignal, DkimSigner>();
  transport.use('stream', (mail, done) => {
    const { signal } = mail.data;
    const signer = signal && signers.get(signal);
    // Before the body is observed, because a signature needs all of it before the first byte is sent.
    if (signer) mail.message.processFunc((body) => signedStream(body, signer));
    mail.message.processFunc((body) => {
      body.once('end', () => signal && handedOver.add(signal));
      return body;
    });
    done();
  });

  return {
    name: options.name ?? 'smtp',
    atOnce: options.poolSize ?? 5,
    async send(message, signal): Promise<SendResult> {
      const email = readAnyEmail(message);
      if ('outcome' in email) return email;
      const { mail, messageId } = toMail(email, message, options.returnPath);
      introduceFor(domainOf(email.from.address));
      const classified = { to: email.to.address, secrets: [] };
      const attempt = attemptSignal(signal, timeouts.attempt);
      if (message.signer) signers.set(attempt.signal, message.signer);
      try {
        if (isInternational(email)) {
          if (smtpUtf8.offered() === undefined) await verified(attempt.signal);
          if (!smtpUtf8.offered()) return international('the server does not offer it');
        }
        const info = await transport.sendMail({ ...mail, signal: attempt.signal });
        const refused: RefusedRecipient[] = info.rejectedErrors ?? [];
        const own = refused.find(({ recipient = '' }) => emailKey(recipient) === emailKey(classified.to));
        if (own) {
          const refusal = classifySmtp({ error: own, handedOver: false }, classified);
          const copiesSent = copiesAmong(email, info.accepted);
          return { ...refusal, ...(copiesSent.length > 0 && { copiesSent }) };
        }
        const copies = refused.map((error) => `copy refused: ${error.response ?? error.message}`);
        const response = [info.response, ...copies].join('; ');
        return { outcome: 'sent', providerMessageId: messageId, response };
      } catch (error) {
        if (error instanceof RefusedAddressError) return failure('account', error.message);
        if (refusesForNow(error as SmtpError)) pool.options.maxMessages = MESSAGES_OF_A_CONNECTION.fewer;
        if (requireTLS && isWithoutTls(error as SmtpError)) return failure('account', NO_TLS);
        const submission = { error: error as SmtpError, handedOver: handedOver.has(attempt.signal) };
        return classifySmtp(submission, classified);
      } finally {
        attempt.release();
      }
    },
    async check(signal, from) {
      const sender = from === undefined ? null : parseMailbox(from);
      introduceFor(sender ? domainOf(sender.address) : undefined);
      try {
        await verified(signal);
        return { ok: true, detail: server.auth ? 'connected and logged in' : 'connected' };
      } catch (error) {
        const { response, message } = error as SmtpError;
        const withoutTls = requireTLS && isWithoutTls(error as SmtpError);
        return { ok: false, reason: withoutTls ? NO_TLS : (response ?? message) };
      }
    },
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** Returns the addresses of copies among those that the server accepted. */
function copiesAmong({ cc, bcc }: Email, accepted: SMTPPool.SentMessageInfo['accepted']): string[] {
  const taken = new Set(accepted.map(emailKey));
  return [...cc, ...bcc].map(({ address }) => address).filter((address) => taken.has(emailKey(address)));
}

const NO_TLS =
  'The server offers no STARTTLS, so the password was not sent. Use smtps:// or a port with STARTTLS. In a trusted network, set allow_plaintext (SMTP_ALLOW_PLAINTEXT for SMTP_URL).';

/** Whether the server refused STARTTLS permanently, or does not support EHLO, which STARTTLS needs. */
const isWithoutTls = ({ command, responseCode = 0, message }: SmtpError): boolean =>
  (command === 'STARTTLS' && responseCode >= 500) || message.includes('does not support required STARTTLS');

/** Whether the server takes no message now over a connection that it keeps. */
const refusesForNow = ({ command, responseCode = 0 }: SmtpError): boolean =>
  command === 'MAIL FROM' && responseCode >= 400 && responseCode < 500 && responseCode !== 421;

/** Rejects if the signal aborts, because nodemailer's check accepts no signal. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = () => reject(new Error('no answer in time'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
