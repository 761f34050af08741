import ipaddr from 'ipaddr.js';
import { type Subnet, isInSubnets } from '../core/access/subnets';

export interface AddressPolicy {
  /** Allows loopback (and `http:`), nothing else. */
  development: boolean;
  /** Networks that are allowed although they are not public. @default none */
  allowedSubnets?: readonly Subnet[];
}

/** All addresses allocated as global unicast so far (IANA IPv6 address space registry, RFC 4291). */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses with a public range and a private use: services of a cloud, reachable only from inside it. */
const DENIED_ADDRESSES = new Set([
  '168.63.129.16', // Azure's platform address
]);

/**
 * Returns whether a webhook may be sent to this address. The rule lists what is allowed, so that forgotten ranges are
 * refused: public unicast by the IANA special-purpose registries (as `ipaddr.js` has them), for IPv6 within 2000::/3. An
 * IPv4 address in IPv6 counts as the IPv4 address if it is mapped (RFC 4291), and is refused if a translator or tunnel
 * would unpack it (NAT64, 6to4, Teredo). Networks that an operator allows are always allowed.
 */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (isInSubnets(parsed, policy.allowedSubnets ?? [])) return true;
  const range = parsed.range();
  if (range === 'loopback') return policy.development;
  if (range !== 'unicast' || DENIED_ADDRESSES.has(parsed.toString())) return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(IPV6_GLOBAL_UNICAST);
}
