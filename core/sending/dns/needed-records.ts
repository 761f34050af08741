import type { NeededRecord, ProviderRecord, SenderDomain } from './record';

/** Providers that e-mail of an application goes through, each once, with the records that they document. */
export type EmailRoutes = ReadonlyMap<string, ProviderRecord[]>;

/** Returns the records that a domain needs so that mailbox providers accept its e-mail. */
export function neededRecords({ domain, selectors }: SenderDomain, routes: EmailRoutes): NeededRecord[] {
  return [
    ...selectors.map((selector): NeededRecord => ({
      ...{ purpose: 'dkim', type: 'TXT', name: `${selector}._domainkey.${domain}`, value: null },
      ...{ contains: 'p=', note: 'The public key of the signature.', neededBy: [...routes.keys()] },
    })),
    ...[...routes].flatMap(([name, records]) => records.map((record) => ({ ...record, neededBy: [name] }))),
    {
      ...{ purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, neededBy: [] },
      value: `v=DMARC1; p=none; rua=mailto:dmarc-reports@${domain}`,
      note: 'Says what receivers do with e-mail that is not yours. Google and Yahoo require it. Begin with p=none, read the reports, then set p=quarantine or p=reject.',
    },
  ];
}
