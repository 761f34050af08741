import ipaddr from 'ipaddr.js';

/** A network in CIDR notation: its address and the length of its prefix. */
export type Subnet = ReturnType<typeof ipaddr.parseCIDR>;

/** Returns whether an address, read by `ipaddr.process`, is in one of the networks. */
export const isInSubnets = (address: ipaddr.IPv4 | ipaddr.IPv6, subnets: readonly Subnet[]): boolean =>
  subnets.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

/** Reads a list of networks in CIDR notation, separated by commas. `problem` says why the list is not valid. */
export function parseSubnets(text: string): { value: Subnet[] } | { problem: string } {
  const value: Subnet[] = [];
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const problem = problemOf(part);
    if (problem !== null) return { problem };
    value.push(ipaddr.parseCIDR(part));
  }
  return { value };
}

/** Four decimal parts, or IPv6, and the prefix length. Leading zeros are refused, because some programs read them as octal. */
const CIDR = /^(?:(?:(?:0|[1-9]\d*)\.){3}(?:0|[1-9]\d*)|[\da-f:]*:[\da-f:.]*)\/\d+$/i;

/** More than any address has, with its prefix or zone. Patterns of addresses take long for long texts that are none. */
const LONGEST = 100;

function problemOf(part: string): string | null {
  if (part.length > LONGEST) return `has an entry of ${part.length} characters, which is not a network`;
  if (!CIDR.test(part) || !ipaddr.isValidCIDR(part))
    return `has ${part}, which is not a network. Write networks such as 10.20.0.0/16 or fd00:1234::/32`;
  const [address, bits] = ipaddr.parseCIDR(part);
  if (bits === 0) return `has ${part}, which contains every address`;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    return `has ${part}. Write an IPv4 network in IPv4 notation, for example 10.20.0.0/16`;
  const { IPv4, IPv6 } = ipaddr;
  const network = (address instanceof IPv6 ? IPv6 : IPv4).networkAddressFromCIDR(part).toString();
  return network === address.toString()
    ? null
    : `has ${part}, whose address has bits after the first ${bits}. Write ${network}/${bits}`;
}

/** Returns the address in a text, an IPv4-mapped one as IPv4; null if it is no address. */
export const readAddress = (text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  text !== undefined && text.length <= LONGEST && ipaddr.isValid(text) ? ipaddr.process(text) : null;
