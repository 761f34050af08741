import ipaddr from 'ipaddr.js';
import { readAddress } from './subnets';

/** Returns an address as logs show it: its network, not the host. */
export function maskedAddress(text: string | undefined): string {
  const address = readAddress(text);
  if (address === null) return 'unknown';
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.x`;
  const network = address.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::x`;
}

/** Returns what identifies a client: its IPv4 address, or its IPv6 /64 network, because a provider gives one to each customer. */
export function clientOf(text: string | undefined): string {
  const address = readAddress(text);
  if (address === null) return 'unknown';
  return address instanceof ipaddr.IPv6
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`
    : address.toString();
}
