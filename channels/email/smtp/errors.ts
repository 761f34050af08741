import { type Classify, failure, type Verdict } from '../../http/verdict';
import { refusesAccount } from './account-refusal';
import { BAD_RECIPIENT_REPLIES, isBadRecipient } from './status';

/** What nodemailer's errors carry (its SMTPError), as far as the classification reads it. */
export interface SmtpError {
  message: string;
  /** Nodemailer's own code, for example `EENVELOPE`, `ETIMEDOUT`, `EABORT`. */
  code?: string;
  /** The command that was answered or under way: `CONN`, `EHLO`, `STARTTLS`, `AUTH …`, `MAIL FROM`, `RCPT TO`, `DATA`, `API`. */
  command?: string;
  /** The server's reply and its first number. */
  response?: string;
  responseCode?: number;
}

export interface FailedSubmission {
  error: SmtpError;
  /** Whether the whole body had been given to the connection. */
  handedOver: boolean;
}

const BEFORE_THE_MESSAGE = /^(?:CONN|EHLO|HELO|LHLO|STARTTLS)$/;
/** "Authentication required", "too weak", "credentials invalid", "encryption required" (RFC 4954 section 6). */
const LOGIN_REPLIES: readonly number[] = [530, 534, 535, 538];
const RATE = /\brate|\bthrottl|\btoo (?:many|fast)\b(?! recipients)|\b4\.7\.28\b/i;

/** A basic code and the enhanced one behind it, where there is one (RFC 3463 section 2). */
const REPLY = /^\d{3}[ -](?:[245]\.(\d{1,3}\.\d{1,3})\b)?/;

/**
 * Classifies a failed SMTP submission. A server may not deliver a message whose end it has not seen (RFC 5321
 * section 4.1.1.4). So a message can have been sent without our knowledge only if its body was handed over.
 *
 * | What happened                                          | Outcome      | Code              | Source                        |
 * |--------------------------------------------------------|--------------|-------------------|-------------------------------|
 * | AUTH refused with 5yz, no credentials; 530, 534, 535, 538 anywhere | transient | UNAUTHORIZED | RFC 4954 section 6         |
 * | `refusesAccount`: daily limit, sender, relay, not verified | transient, the next provider | PROVIDER_ERROR | account-refusal.ts  |
 * | 4yz that speaks of rate or "too many"                  | rate_limited | RATE_LIMITED      | RFC 5321 section 4.2.1, 4.7.28 |
 * | other 4yz to RCPT but 421, 4.1.x and 4.2.x anywhere    | transient, of the recipient | PROVIDER_ERROR | RFC 5321 section 4.2.3, RFC 3463 sections 3.2, 3.3 |
 * | other 4yz, 421, 454 to AUTH                            | transient    | PROVIDER_ERROR    | RFC 5321 sections 4.2.1, 3.8  |
 * | 5yz before MAIL (greeting, EHLO, STARTTLS)             | transient    | PROVIDER_ERROR    | RFC 5321 section 3.1: us, not the message |
 * | 503                                                    | transient    | PROVIDER_ERROR    | RFC 5321 section 4.2.2: the session's fault |
 * | 5yz to RCPT: no enhanced code and 550, 551, 553, 501   | permanent    | INVALID_RECIPIENT | RFC 5321 section 4.2.3        |
 * | 5yz to RCPT or DATA: 5.1.x (not .7, .8), 5.2.1, 5.4.4  | permanent    | INVALID_RECIPIENT | RFC 3463 sections 3.2, 3.3, 3.5 |
 * | other 5yz (sender, policy, content, size)              | permanent    | REJECTED          | RFC 5321 section 4.2.1        |
 * | refused by nodemailer itself (an address, SIZE)       | permanent    | REJECTED          | RFC 5321 section 4.1.2, RFC 1870 |
 * | no reply, body handed over                             | unknown      | OUTCOME_UNKNOWN   | RFC 5321 section 4.1.1.4      |
 * | timeout or abort before that                           | transient    | TIMEOUT           |                               |
 * | refused connection, DNS, TLS, closed before that       | transient    | PROVIDER_ERROR    |                               |
 */
export const classifySmtp: Classify<FailedSubmission> = ({ error, handedOver }) => {
  const response = error.response ?? error.message;
  if (error.responseCode !== undefined) return failure(verdictOf(error, error.responseCode), response);
  if (handedOver) return failure('unknown', response);
  switch (error.code) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return { outcome: 'transient', code: 'TIMEOUT', response };
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return failure('credentials', response);
    case 'EMESSAGE': // larger than SIZE allows
    case 'EENVELOPE': // nodemailer's own look at the addresses
    case 'EMAXRECIPIENTS':
    case 'ESTREAM':
    case 'EFILEACCESS':
    case 'EURLACCESS':
      return failure('message', response);
    case undefined:
    default:
      return failure('outage', response);
  }
};

function verdictOf({ code, command = '', response = '' }: SmtpError, replyCode: number): Verdict {
  const inAuth = code === 'EAUTH' || command.startsWith('AUTH');
  if (LOGIN_REPLIES.includes(replyCode) || (inAuth && replyCode >= 500)) return 'credentials';
  if (!BEFORE_THE_MESSAGE.test(command) && refusesAccount(response)) return 'account';
  if (replyCode < 500) {
    if (replyCode >= 400 && RATE.test(response)) return 'rate';
    return isAboutRecipientForNow(command, response, replyCode) ? 'recipientForNow' : 'outage';
  }
  if (replyCode === 503 || BEFORE_THE_MESSAGE.test(command)) return 'outage';
  return blamesRecipient(command, response, replyCode) ? 'recipient' : 'message';
}

/** Whether a 4yz is about the recipient: a reply to RCPT that does not end the session, or about an address or a mailbox. */
const isAboutRecipientForNow = (command: string, response: string, replyCode: number): boolean =>
  (command === 'RCPT TO' && replyCode !== 421) || /^[12]\./.test(REPLY.exec(response)?.[1] ?? '');

function blamesRecipient(command: string, response: string, replyCode: number): boolean {
  const enhanced = REPLY.exec(response)?.[1];
  if (enhanced !== undefined) return command !== 'MAIL FROM' && isBadRecipient(enhanced);
  return command === 'RCPT TO' && BAD_RECIPIENT_REPLIES.includes(replyCode);
}
