import { isIP } from 'node:net';
import { parseSubnets } from '../../core/access/subnets';
import { listIn, type Read, readBy } from './values';

const isServerAddress = (text: string): boolean => {
  const [, six, four] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(text) ?? [];
  return isIP(text) !== 0 || isIP(six ?? four ?? '') !== 0;
};

function dnsServers(text: string): Read<string[]> {
  const value = listIn(text);
  if (value.every(isServerAddress)) return { value };
  return { problem: 'must be IP addresses with or without a port, for example 1.1.1.1,[::1]:53' };
}

export const network = {
  DNS_SERVERS: readBy(dnsServers).describe(
    'DNS servers that the API asks for the records of senders: IP addresses with or without a port, separated by commas. If it is not set, it asks those of the system.',
  ),
  LOOKUP_DNS_SERVERS: readBy(dnsServers).describe(
    'DNS servers that API and worker ask for the hosts of webhook endpoints, attachments, Web Push, integrations, SMTP_URL and OIDC_ISSUER: IP addresses with or without a port, separated by commas. The hosts file and the search list of the system apply too. If it is not set, they ask those of /etc/resolv.conf.',
  ),
  INTEGRATION_ALLOWED_SUBNETS: readBy(parseSubnets).describe(
    'Networks that integrations (`base_url`, `smtp`) may connect to although they are not public, in CIDR notation and separated by commas, for example 10.20.0.0/16 for an internal mail relay. Metadata services of clouds are always refused. SMTP_URL needs no entry. API and worker need the same value. If it is not set, only public addresses are allowed.',
  ),
};
