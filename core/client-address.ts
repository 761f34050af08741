import ipaddr from 'ipaddr.js';

/** An IPv4 address that came over IPv6 is one; null where it is no address. */
const read = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  ipaddr.isValid(address) ? ipaddr.process(address) : null;

const parts = (address: ipaddr.IPv6, count: number): string =>
  address.parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');

/** An address as logs show it: the network, not the machine. */
export function maskedAddress(address: string | undefined): string {
  const known = read(address ?? '');
  if (known === null) return 'unknown';
  return known instanceof ipaddr.IPv4 ? `${known.octets.slice(0, 3).join('.')}.x` : `${parts(known, 3)}::x`;
}

/** What requests are counted by: an IPv4 address, or the /64 of an IPv6 address, which one machine may have all of. */
export function addressGroup(address: string | undefined): string {
  const known = read(address ?? '');
  if (known === null) return 'unknown';
  return known instanceof ipaddr.IPv4 ? known.toString() : parts(known, 4);
}
