import { type ProviderRecord, type SenderDomain, SHOWN_THERE } from '../../../core/sending/dns/record';

/** Authenticates a domain (docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-easy.html). */
export const sesRecords = ({ domain }: SenderDomain): ProviderRecord[] => [
  {
    ...{ purpose: 'dkim', type: 'CNAME', name: null, value: null },
    note: `${SHOWN_THERE} There are three: <token>._domainkey.${domain}, to <token>.dkim.amazonses.com.`,
  },
];
