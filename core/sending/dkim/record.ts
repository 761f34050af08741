import type { RecordState } from '../dns/record';
import type { DkimKey } from './key';

/** Maximum octets of one string of a TXT record (RFC 1035 section 3.3). */
const LONGEST_STRING = 255;

/** Returns the name of the record that has a key (RFC 6376 section 3.6.2.1). */
export const dkimRecordName = ({ domain, selector }: Pick<DkimKey, 'domain' | 'selector'>): string =>
  `${selector}._domainkey.${domain}`;

/** Returns the record of a key (RFC 6376 section 3.6.1). */
export const dkimRecordText = ({ publicKey }: Pick<DkimKey, 'publicKey'>): string =>
  `v=DKIM1; k=rsa; p=${publicKey}`;

/** Splits the text of a TXT record into the strings that it is stored as. Receivers join them without a space. */
export const textStrings = (text: string): string[] =>
  text.match(new RegExp(`[^]{1,${LONGEST_STRING}}`, 'g')) ?? [''];

interface Verdict {
  state: RecordState;
  /** What is wrong, and what to do. Empty: it is right. */
  detail: string;
}

const wrong = (detail: string): Verdict => ({ state: 'wrong', detail });

/** Judges the text records that DNS has where the record of a key of ours belongs. */
export function judgeDkimRecord(publicKey: string, found: readonly string[]): Verdict {
  const [text = '', ...others] = found;
  if (found.length === 0) return { state: 'missing', detail: 'There is no such record. Set it.' };
  // RFC 6376 section 3.6.2.2: what receivers do with several is not defined.
  if (others.length > 0)
    return wrong(`There are ${found.length} records, and receivers may use any of them. Keep the one below.`);
  const tags = tagsOf(text);
  const key = tags.get('p');
  if (key === undefined) return wrong('It has no key (p=). Set the value below.');
  if (key === '') return wrong('Its key is empty, which means that it was revoked. Set the value below.');
  if (key !== publicKey)
    return wrong('It has another key, so each signature fails. Set the value below, without any change.');
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1')
    return wrong('Its version is not v=DKIM1. Set the value below.');
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return wrong('Its key type is not k=rsa. Set the value below.');
  if (!names(tags, 'h', 'sha256')) return wrong('It does not allow sha256 (h=). Set the value below.');
  if (!names(tags, 's', 'email')) return wrong('It is not for e-mail (s=). Set the value below.');
  // Section 3.6.1: receivers treat signed mail as unsigned.
  if (flagsOf(tags).includes('y')) return wrong('It says that you test DKIM (t=y). Set the value below.');
  return { state: 'ok', detail: '' };
}

/** Reads a tag list (RFC 6376 section 3.2). Space in a value means nothing here. */
function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').flatMap((tag): [string, string][] => {
    const at = tag.indexOf('=');
    return at < 0 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s/g, '')]];
  });
  return new Map(pairs);
}

const flagsOf = (tags: Map<string, string>): string[] => (tags.get('t') ?? '').split(':');

const names = (tags: Map<string, string>, tag: string, value: string): boolean => {
  const all = tags.get(tag)?.split(':');
  return !all || all.includes(value) || (tag === 's' && all.includes('*'));
};
