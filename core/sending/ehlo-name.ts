import { isIPv4, isIPv6 } from 'node:net';

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{1,62}[a-z0-9]$/i;

/** Returns whether this name is valid in EHLO: a full domain name or an address in brackets (RFC 5321 section 4.1.1.1). */
export function isEhloName(name: string): boolean {
  const literal = /^\[(IPv6:)?([^\]]+)\]$/i.exec(name);
  if (!literal) return DOMAIN.test(name);
  const [, six, address = ''] = literal;
  return six === undefined ? isIPv4(address) : isIPv6(address);
}
