import { type ProviderRecord, type SenderDomain, SHOWN_THERE } from '../../../core/sending/dns/record';

/** Authenticates a domain (docs.sendgrid.com/ui/account-and-settings/how-to-set-up-domain-authentication). */
export const sendgridRecords = ({ domain }: SenderDomain): ProviderRecord[] =>
  ['s1', 's2'].map((selector) => ({
    ...{ purpose: 'dkim', type: 'CNAME', name: `${selector}._domainkey.${domain}`, value: null },
    ...{ contains: 'sendgrid.net', note: `${SHOWN_THERE} It ends with sendgrid.net.` },
  }));
