import ipaddr from 'ipaddr.js';
import { readAddress } from './subnets';

/** An address as logs show it: the network, not the machine. */
export function maskedAddress(text: string | undefined): string {
  const address = readAddress(text);
  if (address === null) return 'unknown';
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.x`;
  const network = address.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::x`;
}

/** What the requests of one client have in common: its IPv4 address, or its /64 network of IPv6, which one customer has. */
export function clientOf(text: string | undefined): string {
  const address = readAddress(text);
  if (address === null) return 'unknown';
  return address instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`
    : address.toString();
}
