import { createHmac } from 'node:crypto';
import { CHANNEL_ROWS } from '../../channels/table';
import { ADDRESS_FORMS, comparedAs } from '../contacts/address-forms';
import { isSuppressible } from '../receipts/suppression';
import type { Channel } from '../shared/channels';
import type { CountedBy } from './limit';

/** Digits at the end of a number that its prefix does not have. */
const LEFT_OUT = 4;

/** Whether a channel sends to phone numbers. */
export const isOfPhones = (channel: Channel): boolean => CHANNEL_ROWS[channel].address === 'phones';

/** Whom one message counts for. */
export interface Addressee {
  contactId: string | null;
  channel: Channel;
  /** As the message carries it. */
  address: string;
}

/** Returns whether a counter needs the key of the application's hashes. Without a contact, the address counts. */
export const isHashed = (of: CountedBy, { contactId }: Addressee): boolean =>
  of !== 'contact' || contactId === null;

/**
 * Returns what stands for the counted one in the id of a counter: the contact's id, or a keyed hash of the address or prefix.
 * All spellings of an address have the same. `key` is the application's `suppressionKey`.
 */
export function subjectOf(of: CountedBy, { contactId, channel, address }: Addressee, key: string): string {
  if (of === 'contact' && contactId !== null) return contactId;
  const compared = isSuppressible(channel)
    ? comparedAs(ADDRESS_FORMS[CHANNEL_ROWS[channel].address], address)
    : address;
  const counted = of === 'prefix' ? `${compared.slice(0, -LEFT_OUT)}*` : compared;
  return createHmac('sha256', Buffer.from(key, 'base64')).update(`cap:${counted}`).digest('base64url');
}
