import ipaddr from 'ipaddr.js';

/** A network that an operator has named: its address, and the bits that count. */
export type Subnet = ReturnType<typeof ipaddr.parseCIDR>;

/** Whether an address, read by `ipaddr.process`, lies in one of them. */
export const isInSubnets = (address: ipaddr.IPv4 | ipaddr.IPv6, subnets: readonly Subnet[]): boolean =>
  subnets.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

/** Reads a list of networks in CIDR notation, separated by commas; what cannot be used is told in `problem`. */
export function parseSubnets(text: string): { subnets: Subnet[] } | { problem: string } {
  const subnets: Subnet[] = [];
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const problem = problemOf(part);
    if (problem !== null) return { problem };
    subnets.push(ipaddr.parseCIDR(part));
  }
  return { subnets };
}

/** Four decimal parts, or IPv6, and the bits: a leading zero is octal to some and decimal to others. */
const CIDR = /^(?:(?:(?:0|[1-9]\d*)\.){3}(?:0|[1-9]\d*)|[\da-f:]*:[\da-f:.]*)\/\d+$/i;

function problemOf(part: string): string | null {
  if (!CIDR.test(part) || !ipaddr.isValidCIDR(part))
    return `has ${part}, which is no network such as 10.20.0.0/16 or fd00:1234::/32`;
  const [address, bits] = ipaddr.parseCIDR(part);
  if (bits === 0) return `has ${part}, which is every address`;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    return `has ${part}: write IPv4 networks as such, for example 10.20.0.0/16`;
  const { IPv4, IPv6 } = ipaddr;
  const network = (address instanceof IPv6 ? IPv6 : IPv4).networkAddressFromCIDR(part).toString();
  return network === address.toString()
    ? null
    : `has ${part}, whose address goes beyond its ${bits} bits; ${network}/${bits} would be the network`;
}

/** The address in these characters, without what only says that it is IPv4; null if they are none. */
export const readAddress = (text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  text !== undefined && ipaddr.isValid(text) ? ipaddr.process(text) : null;
