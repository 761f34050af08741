import { failed, type Meaning } from '../email-receipt';
import { BAD_RECIPIENT_REPLIES, isBadRecipient } from '../smtp/status';

const HARD: Meaning = { kind: 'hard_bounce' };
const SOFT: Meaning = { kind: 'soft_bounce' };
const REJECTED = failed('REJECTED');

const ENHANCED = /(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?![\d]|\.\d)/;
/**
 * Matches codes that only say that it failed: servers write them if the remote one gave no enhanced code. `5.1.351` is
 * Exchange Online's "unknown recipient or mailbox unavailable", for any bare 550.
 */
const SAYS_NOTHING = /^(?:[025]\.0|1\.351)$/;
/** Matches content, security and policy; the sender's own address; larger than the mailbox or the system takes. */
const OF_THE_MESSAGE = /^(?:[67]\.\d+|1\.[78]|2\.3|3\.4)$/;
const POLICY =
  /spam|junk|virus|polic|black|block|listed|reputation|\bspf\b|dkim|dmarc|\bdns\b|\bptr\b|content/i;

/**
 * Returns what a recipient with `Action: failed` means for the message, by `Status` and `Diagnostic-Code`.
 *
 * | Status (RFC 3463; else the enhanced code in the diagnostic)         | Verdict             |
 * |----------------------------------------------------------------------|---------------------|
 * | 4.x.x: the server gave up on what may pass                           | soft_bounce         |
 * | 5.1.x but .7 and .8, 5.2.1, 5.4.4: no such mailbox, domain, or mail (5.1.10: RFC 7505) | hard_bounce |
 * | 5.6.x, 5.7.x: content, policy; 5.1.7, 5.1.8: our sender; 5.2.3, 5.3.4: too large | failed, REJECTED |
 * | 5.2.2 full and every other one                                       | soft_bounce         |
 * | none, 5.0.0, 5.2.0, 5.5.0, and the diagnostic begins with 550, 551, 553 or 501; 5.1.351 | hard_bounce |
 * | the same, and the diagnostic is about spam or policy               | failed, REJECTED    |
 * | anything else                                                        | soft_bounce         |
 */
export function bounceVerdict(status: string, diagnostic: string): Meaning {
  const [, statusClass, stated] = ENHANCED.exec(status) ?? [];
  const [, replyClass, replied] = ENHANCED.exec(diagnostic) ?? [];
  if ((statusClass ?? replyClass) === '4') return SOFT;
  const detail = [stated, replied].find((code) => code !== undefined && !SAYS_NOTHING.test(code));
  if (detail !== undefined) return detail !== stated && replyClass === '4' ? SOFT : ofDetail(detail);
  const reply = /^\s*(?:[\w-]+\s*;)?\s*(\d{3})(?!\d)/.exec(diagnostic)?.[1];
  const blamed = replied === undefined ? BAD_RECIPIENT_REPLIES.includes(Number(reply)) : replied === '1.351';
  if (!blamed) return SOFT;
  return POLICY.test(diagnostic) ? REJECTED : HARD;
}

function ofDetail(detail: string): Meaning {
  if (isBadRecipient(detail)) return HARD;
  return OF_THE_MESSAGE.test(detail) ? REJECTED : SOFT;
}
