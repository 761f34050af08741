import type { ParsedMail } from 'mailparser';
import { normalizeEmail } from '../../../core/contacts/email-address';

/** A mail to a return address, by what its headers say. */
export type MailType = 'bounce' | 'auto_reply' | 'unknown';

const BOUNCER =
  /^(?:mailer-?daemon|mail-?daemon|post-?_?master|mdaemon|mail-?delivery|delivery|bounces?|no-?reply-?dsn|microsoftexchange[0-9a-f]*)(?:[+@-]|$)/i;
const BOUNCER_NAME =
  /\b(?:mail(?:er)?[ -]?daemon|mail deliver\w*|mail administrator|postmaster|mail system|system administrator|mail delivery)\b/i;
const BOUNCE_SUBJECT =
  /\bundeliver|\bnon-?deliver|\bdeliver\w* (?:status|fail|notif|has failed|problem|error)|\bfail(?:ed|ure) (?:deliver|notice)|\b(?:returned|failed) mail\b|\breturn(?:ed|ing)? (?:message )?to sender\b|\bmail (?:delivery )?(?:fail|system error|could not)|\bmessage delivery\b|\bcould not be delivered\b|\bmail failed\b|\berror sending your mail\b|\bunzustellbar|\bnicht zugestellt|\bnon (?:remis|distribu)|\bno entregado|\bне доставлено/i;
const AUTO_SUBJECT =
  /\bout of (?:the )?office\b|\bauto(?:matic|mated)?[ -]?(?:reply|response|antwort)\b|\bautorespon|\babwesen|\babsen(?:ce|t)\b|\baway until\b|\bvacation\b|\bréponse automatique\b|\brespuesta automática\b/i;

/** Returns the type of a mail. A server's bounce may call itself auto-replied, too. */
export function mailType({ from, headers, subject = '' }: ParsedMail): MailType {
  if (headers.has('x-failed-recipients')) return 'bounce';
  const { address = '', name = '' } = from?.value[0] ?? {};
  const text = from?.text ?? '';
  if (BOUNCER.test(address) || BOUNCER_NAME.test(name) || BOUNCER.test(text)) return 'bounce';
  if (isAutoReply(headers) || AUTO_SUBJECT.test(subject)) return 'auto_reply';
  return BOUNCE_SUBJECT.test(subject) ? 'bounce' : 'unknown';
}

/** RFC 3834 section 5, and what servers wrote before it. */
function isAutoReply(headers: ParsedMail['headers']): boolean {
  const valueOf = (name: string): string => {
    const value = headers.get(name);
    return typeof value === 'string' ? value.toLowerCase() : '';
  };
  return (
    valueOf('auto-submitted').startsWith('auto-replied') ||
    valueOf('precedence').includes('auto_reply') ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => headers.has(name))
  );
}

/** Returns the addresses of Exim's header with those that failed. */
export function failedRecipients({ headers }: ParsedMail): string[] {
  const given = headers.get('x-failed-recipients');
  const text = [given]
    .flat()
    .filter((value) => typeof value === 'string')
    .join(',');
  return text
    .slice(0, 4000)
    .split(/[\s,;]+/)
    .flatMap((address) => normalizeEmail(address) ?? []);
}
