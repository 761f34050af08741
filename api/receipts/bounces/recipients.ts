import { domainToASCII } from 'node:url';
import type { ReturnAddresses } from '../../../core/receipts/return-address';

/** Addresses of the bounce domain that are not one message's: of feedback loops, and RFC 5321 section 4.5.1's. */
const OTHERS = ['fbl', 'postmaster'];

/** Whether mail to this address is taken. */
export function isReportRecipient(address: string, addresses: ReturnAddresses): boolean {
  const at = address.lastIndexOf('@');
  const ours = domainToASCII(address.slice(at + 1)) === addresses.domain;
  return (ours && OTHERS.includes(address.slice(0, at).toLowerCase())) || addresses.read(address) !== null;
}
