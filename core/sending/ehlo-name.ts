import { isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{1,62}[a-z0-9]$/i;

/** Returns whether this name is valid in EHLO: a full domain name or an address in brackets (RFC 5321 section 4.1.1.1). */
export function isEhloName(name: string): boolean {
  const literal = /^\[(IPv6:)?([^\]]+)\]$/i.exec(name);
  if (!literal) return DOMAIN.test(name);
  const [, six, address = ''] = literal;
  return six === undefined ? isIPv4(address) : isIPv6(address);
}

/** Ends of names that only a private network knows; a server outside cannot look them up. */
const PRIVATE = /\.(?:local|localdomain|internal)$/i;

/** Returns the full name of this host; undefined if no mail server elsewhere can look it up. */
export const fullHostName = (name: string = hostname()): string | undefined =>
  DOMAIN.test(name) && !PRIVATE.test(name) ? name : undefined;

/** Returns the address of this host in brackets, for a host without a name. */
export function hostLiteral(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return own && `[${own.address}]`;
}
