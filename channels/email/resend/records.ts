import { type ProviderRecord, type SenderDomain, SHOWN_THERE } from '../../../core/sending/dns/record';

/** Authenticates a domain (resend.com/docs/dashboard/domains/introduction). */
export const resendRecords = ({ domain }: SenderDomain): ProviderRecord[] => [
  {
    ...{ purpose: 'dkim', type: 'TXT', name: `resend._domainkey.${domain}`, value: null },
    ...{ contains: 'p=', note: SHOWN_THERE },
  },
  {
    ...{ purpose: 'return_path', type: 'MX', name: `send.${domain}`, value: null, contains: 'amazonses.com' },
    note: `${SHOWN_THERE} It begins with feedback-smtp and has the region.`,
  },
  {
    ...{ purpose: 'spf', type: 'TXT', name: `send.${domain}`, value: 'v=spf1 include:amazonses.com ~all' },
    ...{ contains: 'include:amazonses.com', note: 'Lets the provider send for its return address.' },
  },
];
