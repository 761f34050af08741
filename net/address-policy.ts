import ipaddr from 'ipaddr.js';
import { type Subnet, isInSubnets } from '../core/access/subnets';

export interface AddressPolicy {
  /** Allows loopback (and `http:`), nothing else. */
  development: boolean;
  /** Networks that are allowed besides, though they are not public. @default none */
  allowedSubnets?: readonly Subnet[];
}

/** All that is allocated as global unicast so far (IANA IPv6 address space registry, RFC 4291). */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by their range, private by their use: a cloud's own services, reachable only from inside it. */
const DENIED_ADDRESSES = new Set([
  '168.63.129.16', // Azure's platform address
]);

/**
 * Whether a webhook may be sent to this address. An allow rule, so that what nobody thought of is refused:
 * public unicast by the IANA special-purpose registries (as `ipaddr.js` holds them), for IPv6 within
 * 2000::/3. IPv4 that is embedded in IPv6 counts as that IPv4 address when it is mapped (RFC 4291) and is
 * refused when a translator or tunnel would unpack it (NAT64, 6to4, Teredo). What an operator has named is allowed whatever
 * it is.
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
