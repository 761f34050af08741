import type { NeededRecord } from './record';
import { spfMechanismOf } from './spf-mechanism';

/** What e-mail of an application goes through. */
export interface EmailRoute {
  /** Name of the provider in the catalog. */
  provider: string;
  /** Host of its SMTP server. Null: it is no SMTP server. */
  smtpHost: string | null;
}

export interface SenderDomain {
  domain: string;
  routes: readonly EmailRoute[];
  /** Domain that bounces of SMTP come back to. Null: to the sender. */
  bounceDomain: string | null;
  /** DKIM selectors that the operator names. */
  selectors: readonly string[];
}

const CONSOLE = 'Copy it from the page of the domain at the provider.';

/** What providers document that a domain needs. Their DKIM keys belong to the account, so only they show them. */
const OF_PROVIDER: Readonly<Record<string, (domain: string) => Omit<NeededRecord, 'neededBy'>[]>> = {
  // docs.sendgrid.com/ui/account-and-settings/how-to-set-up-domain-authentication
  sendgrid: (domain) =>
    ['s1', 's2'].map((selector) => ({
      ...{ purpose: 'dkim', type: 'CNAME', name: `${selector}._domainkey.${domain}`, value: null },
      ...{ contains: 'sendgrid.net', note: `${CONSOLE} It ends with sendgrid.net.` },
    })),
  // postmarkapp.com/support/article/1091-how-do-i-set-up-dkim-for-postmark, 910-how-do-i-set-up-a-custom-return-path
  postmark: (domain) => [
    {
      purpose: 'dkim',
      type: 'TXT',
      name: null,
      value: null,
      note: `${CONSOLE} Its name ends with pm._domainkey.${domain}.`,
    },
    {
      ...{ purpose: 'return_path', type: 'CNAME', name: `pm-bounces.${domain}`, value: 'pm.mtasv.net' },
      ...{ contains: 'pm.mtasv.net', note: 'Makes SPF match the domain, for DMARC.' },
    },
  ],
  // resend.com/docs/dashboard/domains/introduction
  resend: (domain) => [
    {
      ...{ purpose: 'dkim', type: 'TXT', name: `resend._domainkey.${domain}`, value: null },
      ...{ contains: 'p=', note: CONSOLE },
    },
    {
      ...{
        purpose: 'return_path',
        type: 'MX',
        name: `send.${domain}`,
        value: null,
        contains: 'amazonses.com',
      },
      note: `${CONSOLE} It begins with feedback-smtp and has the region.`,
    },
    {
      ...{ purpose: 'spf', type: 'TXT', name: `send.${domain}`, value: 'v=spf1 include:amazonses.com ~all' },
      ...{ contains: 'include:amazonses.com', note: 'Lets the provider send for its return address.' },
    },
  ],
  // docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html
  ses: (domain) => [
    {
      purpose: 'dkim',
      type: 'CNAME',
      name: null,
      value: null,
      note: `${CONSOLE} There are three: <token>._domainkey.${domain}, to <token>.dkim.amazonses.com.`,
    },
  ],
};

/** Returns the records that a domain needs so that mailbox providers accept its e-mail. */
export function neededRecords({ domain, routes, bounceDomain, selectors }: SenderDomain): NeededRecord[] {
  const providers = [...new Set(routes.map(({ provider }) => provider))];
  const hosts = [...new Set(routes.flatMap(({ smtpHost }) => smtpHost ?? []))];
  const needsDkim = providers.filter((name) => !(name in OF_PROVIDER));
  return [
    ...providers.flatMap((name) =>
      (OF_PROVIDER[name]?.(domain) ?? []).map((record) => ({ ...record, neededBy: [name] })),
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
