import { normalizeEmail } from '../../../core/contacts/email-address';
import { type Verdict, bounceVerdict } from './bounce-verdict';

/** What the text of a bounce says about one recipient. Without an address, it is about the message's own. */
export interface Told {
  address?: string;
  words: string;
  verdict: Verdict;
}

/** Maximum number of characters of a text that are read, and of those about one recipient. */
const MAX_TEXT = 32 * 1024;
const MAX_WORDS = 2000;
const MAX_LINE = 1000;
/** Maximum number of recipients that are read. None of our messages has more. */
const MAX_RECIPIENTS = 50;

/** Lines after which a server repeats the message that it returns. */
const RETURNED = [
  /^[ \t>|]*[-=]{2,}[ \t]*(?:this is a copy|below this line|(?:original|returned|unsent|undelivered)[ \t-]|message (?:text|header)|the header of|enclosed is|included is|forwarded message|non-delivered)/im,
  /^[ \t>]*(?:original message|message headers? follow|below is a copy|included is a copy|the header of the original|-+ ?original mail|your original message)/im,
  /^(?:received|return-path|dkim-signature|message-id|mime-version|x-originating-ip) ?:/im,
];
const DELAYED =
  /\bwarning message only\b|\bthis is a warning only\b|\bdo not need to resend\b|\bhas not (?:yet )?been delivered\b|\bnot yet been delivered\b|\bwill be retried\b|\bstill being retried\b|\bhas been delayed\b|\bis delayed for\b|\bonly a temporary failure\b|\bwill (?:keep|continue) (?:on )?trying\b/i;

const ADDRESS = /[^\s<>()[\]"',;:|=@]{1,64}@[a-z0-9][a-z0-9.-]{0,252}/gi;
/** Addresses of the sender, wherever they stand, and those of people who help. */
const NOT_A_RECIPIENT =
  /\b(?:mail from|envelope-from|from|sender|return-path|reply-to|contact|mail to|generated from)\b ?:? ?<?[^\s<>]{0,64}@[^\s<>]{0,253}/gi;
/** In sendmail's transcript, lines about a host stand before the recipient. */
const OF_THE_NEXT = /^(?:>>> |while talking to\b|\d{3} \S{1,255} \(\w{1,20}\)\.\.\.)/i;
/** A local part of a return address of ours. */
const RETURN_ADDRESS = /^[0-9a-v]{64}@/i;

/** Returns the part of a bounce's text that its server wrote. */
export function ownText(text: string): string {
  const start = text.slice(0, MAX_TEXT).replace(/\r\n?/g, '\n');
  const ends = RETURNED.map((pattern) => start.search(pattern)).filter((index) => index > 0);
  return start.slice(0, Math.min(start.length, ...ends));
}

export const tellsDelay = (text: string): boolean => DELAYED.test(text);

/**
 * Reads what a bounce without a part for machines says, as Exim, qmail, Exchange, Yahoo, mail.ru and sendmail write it:
 * a line belongs to the address that it names, or to the last one that was named. `failedAddresses` is Exim's header with
 * the addresses that failed: then no other one counts.
 */
export function readText(text: string, failedAddresses: readonly string[], subject: string): Told[] {
  const { sections, before } = sectionsOf(text, failedAddresses);
  const told = [...sections].map(([address, lines]) => toldBy(lines, address));
  const understood = told.filter(({ verdict }) => verdict.why !== 'undelivered');
  if (understood.length > 0) return understood;
  const all = toldBy([...before, ...[...sections.values()].flat()]);
  const whole = all.verdict.why === 'undelivered' ? { ...all, verdict: bounceVerdict('', subject) } : all;
  const [only] = told.length === 1 ? told : [];
  const address = only?.address ?? (failedAddresses.length === 1 ? failedAddresses[0] : undefined);
  return [{ ...whole, ...(address !== undefined && { address }) }];
}

function sectionsOf(text: string, failedAddresses: readonly string[]) {
  const sections = new Map<string, string[]>();
  const before: string[] = [];
  let lines = before;
  for (const line of text.split('\n')) {
    const words = line.slice(0, MAX_LINE).trim();
    if (OF_THE_NEXT.test(words)) lines = before;
    const address = recipientIn(words, failedAddresses);
    if (address !== undefined && (sections.has(address) || sections.size < MAX_RECIPIENTS)) {
      lines = sections.get(address) ?? [];
      sections.set(address, lines);
    }
    if (words !== '') lines.push(words);
  }
  return { sections, before };
}

function recipientIn(line: string, failedAddresses: readonly string[]): string | undefined {
  for (const [found] of line.replace(NOT_A_RECIPIENT, ' ').matchAll(ADDRESS)) {
    const address = normalizeEmail(found.replace(/[.-]+$/, ''));
    if (address === null || RETURN_ADDRESS.test(address)) continue;
    if (failedAddresses.length === 0 || failedAddresses.includes(address)) return address;
  }
  return undefined;
}

function toldBy(lines: readonly string[], address?: string): Told {
  const words = lines.join(' ').slice(0, MAX_WORDS);
  return { words, verdict: bounceVerdict('', words), ...(address !== undefined && { address }) };
}
