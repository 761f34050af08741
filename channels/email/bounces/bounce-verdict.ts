import { failed, type Meaning } from '../email-receipt';
import { isBadRecipient } from '../smtp/status';
import { type BounceKind, isDead, kindOfWords } from './bounce-kind';

/** What became of a message, and why a person would say so. */
export interface Verdict {
  why: BounceKind;
  meaning: Meaning;
}

const ENHANCED = /(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?![\d]|\.\d)/g;
/**
 * Matches codes that only say that it failed: servers write them if the remote one gave no enhanced code. `5.1.351` is
 * Exchange Online's "unknown recipient or mailbox unavailable", for any bare 550.
 */
const SAYS_NOTHING = /^(?:[0235]\.0|1\.351)$/;

/** The reply of the remote server inside of the words of the server that reports it. The last one that matches counts. */
const REMOTE = [
  /\b[45]\d\d[ -]?'([^']{1,1000})'/,
  /\breturned '([^']{1,1000})'/,
  /-> ([^]{1,1000})$/,
  /\b(?:as follows|message): \[([^\]]{1,1000})\]/,
  /: ([45]\d\d[ -][^]{1,1000})$/,
];
/** The server refused before it heard of the recipient. */
const BEFORE_RECIPIENT =
  /\b(?:after|in reply to|following|during|our) (?:the )?(?:mail from|initial connection|helo|ehlo|end of greeting)\b|>>> ?mail from|refused to talk to me|\bmy name was rejected\b/i;
const AFTER_DATA = /\b(?:after|in reply to) end of data\b|\bend of data command\b/i;
/** Exchange Online refuses recipients that do not exist in a directory with these words. */
const NOT_IN_DIRECTORY = /5\.4\.1\b[^]{0,80}\brecipient address(?:es)? rejected ?: access denied/i;
const MAILBOX_UNAVAILABLE = /\b5\d\d[ -][^]{0,60}\bmailbox (?:is )?unavailable\b/i;
/** The refusal may pass, or is the server's own trouble, although it names the recipient. */
const LATER =
  /\blater\b|\btemporar|\bnot found, try again\b|\bgreylist|couldn't create|(?<!dns )\blookup (?:fail|error)|\bmalformed or unexpected\b/i;

/**
 * Returns why a message came back and what that means, by `Status` and the words of the server. The remote server's words
 * win over the codes of the server that wraps them, and its codes over the wrapper's. The table is in
 * docs/operations/bounces.md.
 */
export function bounceVerdict(status: string, words: string): Verdict {
  const why = kindOf(status, words);
  return { why, meaning: MEANINGS[why] };
}

const HARD: Meaning = { kind: 'hard_bounce' };
const SOFT: Meaning = { kind: 'soft_bounce' };
const REJECTED = failed('REJECTED');
const MEANINGS: Record<BounceKind, Meaning> = {
  unknown_user: HARD,
  no_domain: HARD,
  disabled: HARD,
  full: SOFT,
  rate: SOFT,
  undelivered: SOFT,
  sender: REJECTED,
  policy: REJECTED,
  content: REJECTED,
  too_large: REJECTED,
};

function kindOf(status: string, words: string): BounceKind {
  const remote = remoteWords(words);
  if (NOT_IN_DIRECTORY.test(words)) return 'unknown_user';
  const told = kindOfWords(remote) ?? (remote === words ? undefined : kindOfWords(words));
  const early = BEFORE_RECIPIENT.test(words);
  if (told && !told.weak) {
    if (!isDead(told.kind)) return told.kind;
    if (early || (told.kind === 'no_domain' && AFTER_DATA.test(words))) return 'sender';
    return LATER.test(remote) ? 'undelivered' : told.kind;
  }
  const [level, detail] = codeOf(remote) ?? codeOf(words) ?? codeOf(status) ?? [];
  const reply = /(?:^|[\s'"[(;:])([45])\d\d(?=[\s-]|$)/.exec(remote)?.[1];
  if (early) return (reply ?? level) === '4' ? 'undelivered' : 'sender';
  if (reply === '4' || level === '4') return 'undelivered';
  const coded = detail === undefined ? undefined : kindOfCode(detail);
  if (coded) return LATER.test(remote) && isDead(coded) ? 'undelivered' : coded;
  if (MAILBOX_UNAVAILABLE.test(remote)) return 'unknown_user';
  return told?.kind ?? 'undelivered';
}

function remoteWords(words: string): string {
  for (const pattern of REMOTE) {
    const [, said] = pattern.exec(words) ?? [];
    if (said !== undefined) return said;
  }
  return words;
}

/** Returns the first code that says something, and its class. */
function codeOf(words: string): [level: string, detail: string] | undefined {
  let nothing: [string, string] | undefined;
  for (const [, level = '', detail = ''] of words.matchAll(ENHANCED)) {
    if (!SAYS_NOTHING.test(detail)) return [level, detail];
    if (level === '4') nothing ??= [level, detail];
  }
  return nothing;
}

/** Enhanced codes (RFC 3463 section 3; RFC 7505 for 1.10 and 7.27). */
function kindOfCode(detail: string): BounceKind | undefined {
  if (/^(?:1\.2|1\.10|4\.4|7\.27)$/.test(detail)) return 'no_domain';
  if (/^(?:2\.1|7\.13)$/.test(detail)) return 'disabled';
  if (isBadRecipient(detail)) return 'unknown_user';
  if (/^1\.[78]$/.test(detail)) return 'sender';
  if (detail === '2.2') return 'full';
  if (/^(?:2\.3|3\.4)$/.test(detail)) return 'too_large';
  if (detail.startsWith('6.')) return 'content';
  return detail.startsWith('7.') ? 'policy' : undefined;
}
