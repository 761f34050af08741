import { definitionOf } from '../../../channels/catalog';
import { parseSmtpUrl } from '../../../channels/email/smtp/url';
import { checkRecord, isDmarcPolicy } from '../../../core/sending/dns/check-record';
import { type EmailRoute, neededRecords } from '../../../core/sending/dns/needed-records';
import type { CheckedRecord, Lookup, NeededRecord } from '../../../core/sending/dns/record';
import { type Integration, integrationsOf } from '../../../core/sending/integration';
import type { Sender } from '../../../core/sending/sender-type';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';

type Tools = Pick<ApiDeps, 'dns' | 'bounceDomain' | 'smtpUrl' | 'vault'>;

/** Returns the records that a sender needs, each with what DNS has. */
export async function recordsOf(
  sender: Sender,
  application: Application,
  selectors: string[],
  tools: Tools,
): Promise<{ domain: string | null; records: ReturnType<typeof recordView>[] }> {
  const domain = domainOf(sender);
  if (domain === null) return { domain, records: [] };
  const { bounceDomain, dns } = tools;
  const routes = routesOf(application, tools);
  const needed = neededRecords({ domain, routes, bounceDomain, selectors });
  const records = await Promise.all(
    needed.map(async (record) => checkRecord(record, await lookUp(record, domain, dns))),
  );
  return { domain, records: records.map(recordView) };
}

function domainOf({ type, value }: Sender): string | null {
  if (type === 'domain') return value;
  return type === 'email' ? value.slice(value.lastIndexOf('@') + 1) : null;
}

/** What its e-mail goes through: its integrations, or without one the SMTP server of the service. */
function routesOf({ integrations = [] }: Application, { smtpUrl, vault }: Tools): EmailRoute[] {
  const own = integrationsOf(integrations, 'email');
  if (own.length === 0) return smtpUrl === null ? [] : [{ provider: 'smtp', smtpHost: hostOf(smtpUrl) }];
  return own.map((integration) => ({
    provider: integration.provider,
    smtpHost: integration.provider === 'smtp' ? smtpHostOf(integration, vault) : null,
    records: definitionOf(integration.provider)?.records,
  }));
}

/** The address of the server has a password, so it is sealed. Only its host leaves this function. */
function smtpHostOf({ id, sealed }: Integration, vault: Tools['vault']): string {
  try {
    const { url } = JSON.parse(vault.open(sealed, id)) as { url?: string };
    return hostOf(url ?? '');
  } catch {
    // Another encryption key. The test of the integration says so.
    return '';
  }
}

function hostOf(url: string): string {
  try {
    return parseSmtpUrl(url).host;
  } catch {
    return '';
  }
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

const recordView = ({ contains: _, neededBy, ...record }: CheckedRecord) => ({
  ...record,
  needed_by: neededBy,
});
