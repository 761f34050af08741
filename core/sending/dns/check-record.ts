import { judgeDkimRecord } from '../dkim/record';
import type { CheckedRecord, Lookup, NeededRecord } from './record';

type Verdict = Pick<CheckedRecord, 'state' | 'detail'>;

const ok: Verdict = { state: 'ok', detail: '' };
const missing = (detail: string): Verdict => ({ state: 'missing', detail });
const wrong = (detail: string): Verdict => ({ state: 'wrong', detail });
const unclear = (detail: string): Verdict => ({ state: 'unclear', detail });

/** Judges what DNS has for a record. Null: its name is not known, so DNS was not asked. */
export function checkRecord(needed: NeededRecord, lookup: Lookup | null): CheckedRecord {
  if (lookup === null)
    return { ...needed, found: [], ...unclear('Its name is not known here, so it was not checked.') };
  if ('problem' in lookup)
    return {
      ...{ ...needed, found: [], state: 'no_answer' },
      detail: `DNS did not answer (${lookup.problem}). Try again.`,
    };
  const own = ofPurpose(needed, lookup.values);
  return { ...needed, found: own, ...verdictOf(needed, own) };
}

/** Returns whether a text record is a DMARC policy. Spaces may surround its first equals sign (RFC 7489 section 6.4). */
export const isDmarcPolicy = (text: string): boolean => /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);

/** A name has text records of many kinds. */
function ofPurpose({ purpose }: NeededRecord, values: string[]): string[] {
  if (purpose === 'spf' || purpose === 'bounce_spf')
    return values.filter((one) => /^v=spf1(?: |$)/i.test(one));
  if (purpose === 'dmarc') return values.filter(isDmarcPolicy);
  return values;
}

function verdictOf(needed: NeededRecord, found: string[]): Verdict {
  if (found.length === 0) return missing('There is no such record. Set it.');
  switch (needed.purpose) {
    case 'spf':
    case 'bounce_spf':
      return spfVerdict(needed, found);
    case 'dmarc':
      return dmarcVerdict(found);
    case 'dkim':
      return dkimVerdict(needed, found);
    case 'bounce_mx':
      // RFC 7505: a null MX.
      return found.every((host) => host === '.' || host === '')
        ? wrong('It says that the domain takes no mail.')
        : ok;
    case 'return_path':
      return containing(needed, found);
  }
}

/** RFC 7208 sections 3.2, 4.5, 4.6.2 (a term without a qualifier has "+") and 5.1. */
function spfVerdict({ contains = '' }: NeededRecord, found: string[]): Verdict {
  if (found.length > 1)
    return wrong(`There are ${found.length} SPF records, so receivers use none of them. Join them to one.`);
  const terms = (found[0] ?? '')
    .toLowerCase()
    .split(/\s+/)
    .map((term) => term.replace(/^\+/, ''));
  if (terms.includes('all'))
    return wrong('"+all" lets every server send as this domain. End it with ~all or -all.');
  const lacking = contains.split(' ').filter((part) => part !== '' && !terms.includes(part));
  if (lacking.length > 0)
    return unclear(
      `It does not name ${lacking.join(' and ')}. Add that, unless another part covers your server.`,
    );
  return contains === '' ? unclear('Check that it names the server that sends.') : ok;
}

/** RFC 7489 section 6.3. */
function dmarcVerdict(found: string[]): Verdict {
  if (found.length > 1)
    return wrong(`There are ${found.length} DMARC records, so receivers use none of them. Keep one.`);
  const policy = /;\s*p\s*=\s*([^;\s]*)/i.exec(found[0] ?? '')?.[1]?.toLowerCase();
  if (policy === undefined) return wrong('It has no policy. Add p=none, p=quarantine or p=reject.');
  return ['none', 'quarantine', 'reject'].includes(policy)
    ? ok
    : wrong(`There is no policy "${policy}". Write p=none, p=quarantine or p=reject.`);
}

/** RFC 6376 section 3.6.1: an empty key is one that was revoked. A CNAME leads to the key of the provider. */
function dkimVerdict(needed: NeededRecord, found: string[]): Verdict {
  if (needed.publicKey !== undefined) return judgeDkimRecord(needed.publicKey, found);
  if (needed.type === 'CNAME') return containing(needed, found);
  if (found.some((text) => /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/.test(text))) return ok;
  return wrong(
    found.some((text) => /(?:^|;)\s*p\s*=\s*(?:;|$)/.test(text))
      ? 'Its key is empty, which means that it was revoked. Set the key that your provider shows.'
      : 'It has no key (p=). Set what your provider shows.',
  );
}

function containing({ contains = '' }: NeededRecord, found: string[]): Verdict {
  const isThere = found.some((value) => {
    const name = value.toLowerCase().replace(/\.$/, '');
    return name === contains || name.endsWith(`.${contains}`);
  });
  return isThere ? ok : wrong(`It does not lead to ${contains}. Set what your provider shows.`);
}
