import { dkimRecords } from '../../../core/sending/dkim/needed-records';
import type { ProviderRecord, SenderDomain } from '../../../core/sending/dns/record';
import { spfMechanismOf } from './spf-mechanism';
import { parseSmtpUrl } from './url';

/**
 * Authenticates a domain whose e-mail goes through these servers. Receivers check SPF for the domain of the return address
 * (RFC 7208 section 2.4).
 */
export function smtpRecords(
  { domain, bounceDomain, selectors, keys }: SenderDomain,
  servers: readonly { url?: string }[],
): ProviderRecord[] {
  const mechanisms = [...new Set(servers.flatMap(({ url }) => spfMechanismOf(hostOf(url)) ?? []))];
  const dkim: ProviderRecord = {
    ...{ purpose: 'dkim', type: 'TXT', name: null, value: null },
    note: `If the SMTP server signs, its provider shows the record: <selector>._domainkey.${domain}. To check it, name the selector. If it does not, make a DKIM key of the sender.`,
  };
  const spf: ProviderRecord = {
    ...{ purpose: bounceDomain === null ? 'spf' : 'bounce_spf', type: 'TXT', name: bounceDomain ?? domain },
    value: mechanisms.length > 0 ? `v=spf1 ${mechanisms.join(' ')} ~all` : null,
    contains: mechanisms.join(' '),
    note: 'Lists the servers that may send. If there is a record already, add to it: there may be one only.',
  };
  const mx: ProviderRecord = {
    ...{ purpose: 'bounce_mx', type: 'MX', name: bounceDomain, value: null },
    note: 'Names your mail server, which passes bounces to BOUNCE_PORT.',
  };
  const isSigned = selectors.length > 0 || keys.some(({ state }) => state === 'active');
  return [...dkimRecords(keys), ...(isSigned ? [] : [dkim]), spf, ...(bounceDomain === null ? [] : [mx])];
}

/** Empty: the address cannot be read, for example with another encryption key. The test of the integration says so. */
function hostOf(url = ''): string {
  try {
    return parseSmtpUrl(url).host;
  } catch {
    return '';
  }
}
