import { type ContactFields, addressOf } from '../contacts/fields';
import { type SuppressibleChannel, SUPPRESSIBLE } from '../receipts/suppression';
import type { Channel } from '../shared/channels';
import type { Addresses } from './routing';

/** Who a notification goes to. An address in the request comes before the contact's. */
export interface Addressee {
  /** The addresses in the request. */
  to: Partial<Record<Channel, string>>;
  contact: ContactFields | null;
}

/** Returns the addresses of a recipient by channel (CHANNEL-4). */
export const addressesOf =
  ({ to, contact }: Addressee): Addresses =>
  (channel) =>
    to[channel] ?? (contact && addressOf(contact, channel));

/** Returns those addresses of a recipient that can be suppressed. */
export function suppressibleAddresses(of: Addressee): { channel: SuppressibleChannel; address: string }[] {
  const addresses = addressesOf(of);
  return SUPPRESSIBLE.flatMap((channel) => {
    const address = addresses(channel);
    return address ? { channel, address } : [];
  });
}
