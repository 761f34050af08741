import { type ProviderRecord, type SenderDomain, SHOWN_THERE } from '../../../core/sending/dns/record';

/**
 * Authenticates a domain (postmarkapp.com/support/article/1091-how-do-i-set-up-dkim-for-postmark,
 * 910-how-do-i-set-up-a-custom-return-path).
 */
export const postmarkRecords = ({ domain }: SenderDomain): ProviderRecord[] => [
  {
    ...{ purpose: 'dkim', type: 'TXT', name: null, value: null },
    note: `${SHOWN_THERE} Its name ends with pm._domainkey.${domain}.`,
  },
  {
    ...{ purpose: 'return_path', type: 'CNAME', name: `pm-bounces.${domain}`, value: 'pm.mtasv.net' },
    ...{ contains: 'pm.mtasv.net', note: 'Makes SPF match the domain, for DMARC.' },
  },
];
