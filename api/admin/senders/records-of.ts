import { definitionOf } from '../../../channels/catalog';
import { smtp } from '../../../channels/email/smtp/provider';
import { keysOfDomain } from '../../../core/sending/dkim/key';
import { needsRecord } from '../../../core/sending/dkim/needed-records';
import { checkRecord, isDmarcPolicy } from '../../../core/sending/dns/check-record';
import { type EmailRoutes, neededRecords } from '../../../core/sending/dns/needed-records';
import type { CheckedRecord, Lookup, NeededRecord, SenderDomain } from '../../../core/sending/dns/record';
import { integrationsOf } from '../../../core/sending/integration';
import type { Sender } from '../../../core/sending/sender-type';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { openSettings } from '../integrations/settings-of';
import { domainOfSender } from './sender-in';

type Tools = Pick<ApiDeps, 'dns' | 'bounceDomain' | 'smtpUrl' | 'vault'>;

/** Returns the records that a sender needs, each with what DNS has. */
export async function recordsOf(
  sender: Sender,
  application: Application,
  selectors: string[],
  tools: Tools,
): Promise<{ domain: string | null; records: ReturnType<typeof recordView>[] }> {
  const domain = domainOfSender(sender);
  if (domain === null) return { domain, records: [] };
  const { bounceDomain, dns } = tools;
  const now = new Date();
  const keys = keysOfDomain(application.dkim, domain).filter((key) => needsRecord(key, now));
  const asked = { domain, bounceDomain, selectors, keys };
  const needed = neededRecords(asked, routesOf(asked, application, tools));
  const records = await Promise.all(
    needed.map(async (record) => checkRecord(record, await lookUp(record, domain, dns))),
  );
  return { domain, records: records.map(recordView) };
}

/** Its integrations, or without one the SMTP server of the service. */
function routesOf(
  sender: SenderDomain,
  { integrations = [] }: Application,
  { smtpUrl, vault }: Tools,
): EmailRoutes {
  const own = integrationsOf(integrations, 'email');
  if (own.length === 0)
    return new Map(smtpUrl === null ? [] : [[smtp.name, smtp.records?.(sender, [{ url: smtpUrl }]) ?? []]]);
  return new Map(
    own.map(({ provider }) => {
      const accounts = own.filter((one) => one.provider === provider);
      const settings = accounts.map((one) => openSettings(one, vault) ?? {});
      return [provider, definitionOf(provider)?.records?.(sender, settings) ?? []];
    }),
  );
}

/** Receivers look for DMARC at the domain and then above it, so a subdomain needs none of its own (RFC 7489 section 6.6.3). */
async function lookUp(
  { purpose, name, type }: NeededRecord,
  domain: string,
  dns: Tools['dns'],
): Promise<Lookup | null> {
  if (name === null) return null;
  if (purpose !== 'dmarc') return dns(name, type);
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_, above) => labels.slice(above).join('.'));
  const lookups = await Promise.all(domains.slice(0, 5).map((one) => dns(`_dmarc.${one}`, type)));
  const hasPolicy = (lookup: Lookup): boolean => 'problem' in lookup || lookup.values.some(isDmarcPolicy);
  return lookups.find(hasPolicy) ?? { values: [] };
}

/** Returns the application without keys that wait for their records, for checks that report what harms its e-mail now. */
export const withoutPendingKeys = (application: Application): Application => ({
  ...application,
  dkim: application.dkim?.filter(({ state }) => state !== 'pending'),
});

const recordView = ({ contains: _, publicKey: _key, neededBy, ...record }: CheckedRecord) => ({
  ...record,
  needed_by: neededBy,
});
