import type { NeededRecord, ProviderRecord } from './record';
import { spfMechanismOf } from './spf-mechanism';

/** What e-mail of an application goes through. */
export interface EmailRoute {
  /** Name of the provider in the catalog. */
  provider: string;
  /** Host of its SMTP server. Null: it is no SMTP server. */
  smtpHost: string | null;
  /** What the provider documents that a domain needs. Absent: nothing. */
  records?: (domain: string) => ProviderRecord[];
}

export interface SenderDomain {
  domain: string;
  routes: readonly EmailRoute[];
  /** Domain that bounces of SMTP come back to. Null: to the sender. */
  bounceDomain: string | null;
  /** DKIM selectors that the operator names. */
  selectors: readonly string[];
}

/** Returns the records that a domain needs so that mailbox providers accept its e-mail. */
export function neededRecords({ domain, routes, bounceDomain, selectors }: SenderDomain): NeededRecord[] {
  const own = new Map(routes.map(({ provider, records }) => [provider, records]));
  const providers = [...own.keys()];
  const hosts = [...new Set(routes.flatMap(({ smtpHost }) => smtpHost ?? []))];
  const needsDkim = providers.filter((name) => !own.get(name));
  return [
    ...providers.flatMap((name) =>
      (own.get(name)?.(domain) ?? []).map((record) => ({ ...record, neededBy: [name] })),
    ),
    ...selectors.map((selector) => dkimOf(`${selector}._domainkey.${domain}`, providers)),
    ...(needsDkim.length > 0 && selectors.length === 0 ? [unknownDkim(domain, needsDkim)] : []),
    ...(hosts.length > 0 ? smtpRecords(domain, bounceDomain, hosts) : []),
    {
      ...{ purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, neededBy: [] },
      value: `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}`,
      note: 'Says what receivers do with e-mail that is not yours. Google and Yahoo require it. Begin with p=none, read the reports, then set p=quarantine or p=reject.',
    },
  ];
}

const dkimOf = (name: string, neededBy: string[]): NeededRecord => ({
  ...{ purpose: 'dkim', type: 'TXT', name, value: null, contains: 'p=', neededBy },
  note: 'The public key of the signature.',
});

const unknownDkim = (domain: string, neededBy: string[]): NeededRecord => ({
  ...{ purpose: 'dkim', type: 'TXT', name: null, value: null, neededBy },
  note: `The SMTP server signs, so its provider shows the record: <selector>._domainkey.${domain}. To check it, name the selector.`,
});

/** Receivers check SPF for the domain of the return address (RFC 7208 section 2.4). */
function smtpRecords(domain: string, bounceDomain: string | null, hosts: readonly string[]): NeededRecord[] {
  const mechanisms = [...new Set(hosts.flatMap((host) => spfMechanismOf(host) ?? []))];
  const spf: NeededRecord = {
    ...{ purpose: bounceDomain === null ? 'spf' : 'bounce_spf', type: 'TXT', name: bounceDomain ?? domain },
    value: mechanisms.length > 0 ? `v=spf1 ${mechanisms.join(' ')} ~all` : null,
    contains: mechanisms.join(' '),
    note: 'Lists the servers that may send. If there is a record already, add to it: there may be one only.',
    neededBy: ['smtp'],
  };
  if (bounceDomain === null) return [spf];
  return [
    spf,
    {
      ...{ purpose: 'bounce_mx', type: 'MX', name: bounceDomain, value: null, neededBy: ['smtp'] },
      note: 'Names your mail server, which passes bounces to BOUNCE_PORT.',
    },
  ];
}
