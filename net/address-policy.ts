import ipaddr from 'ipaddr.js';
import { type Subnet, isInSubnets, readAddress } from '../core/access/subnets';

export interface AddressPolicy {
  /** Allows loopback (and `http:`), nothing else. */
  development: boolean;
  /** Networks that are allowed although they are not public. @default none */
  allowedSubnets?: readonly Subnet[];
  /** Setting in which operators list these networks. Failures name it. @default not named */
  setting?: 'INTEGRATION_ALLOWED_SUBNETS';
}

/** All addresses allocated as global unicast so far (IANA IPv6 address space registry, RFC 4291). */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** The last 32 bits of such an address are the IPv4 address that a translator calls (RFC 6052 section 2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** A deprecated form (RFC 4291 section 2.5.5.1), which `ipaddr.js` reads as the mapped address. Sockets do not. */
const IPV4_COMPATIBLE = /^::\d+\./;

/**
 * Services of a cloud that give credentials or settings to the machine that asks. No setting allows them, because a
 * network that an operator lists may contain one.
 */
const METADATA_ADDRESSES = new Set([
  '169.254.169.254', // AWS, Azure, Google, Oracle, DigitalOcean and others
  '169.254.170.2', // AWS ECS, credentials of a task
  '169.254.170.23', // AWS EKS, Pod Identity
  '168.63.129.16', // Azure's platform address
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle, older
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS, Pod Identity
  'fd20:ce::254', // Google
]);

/**
 * Returns whether a connection to this address is allowed. The rule lists what is allowed, so that forgotten ranges are
 * refused: public unicast by the IANA special-purpose registries (as `ipaddr.js` has them), for IPv6 within 2000::/3. An
 * IPv4 address in IPv6 counts as the IPv4 address if it is mapped (RFC 4291), and is refused if a translator or tunnel
 * would unpack it (NAT64, 6to4, Teredo). Networks that an operator allows are allowed, except for metadata services.
 */
export function isAllowedAddress(address: string, policy: AddressPolicy): boolean {
  const parsed = IPV4_COMPATIBLE.test(address) ? null : readAddress(address);
  if (parsed === null) return false;
  if (METADATA_ADDRESSES.has(calledBy(parsed))) return false;
  if (isInSubnets(parsed, policy.allowedSubnets ?? [])) return true;
  const range = parsed.range();
  if (range === 'loopback') return policy.development;
  if (range !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(IPV6_GLOBAL_UNICAST);
}

/** Returns the address that is reached in the end. */
const calledBy = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address instanceof ipaddr.IPv6 && address.match(NAT64)
    ? ipaddr.fromByteArray(address.toByteArray().slice(-4)).toString()
    : address.toString();
