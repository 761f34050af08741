import { CHANNEL_ROWS } from '../../channels/table';
import { contactKeys } from '../../core/contacts/keys';
import { CONTACT_TABLE } from '../../core/contacts/table';
import type { Store } from '../store';
import type { AddressOf } from '../suppressions/suppress';
import type { Contact } from './model';

/** Returns the contacts that an address finds: one, or several that have a phone number in different forms. */
export const contactsAt = (
  { contacts }: Pick<Store, 'contacts'>,
  { scope, channel, address }: AddressOf,
): Promise<Contact[]> => {
  const { key: kind } = CONTACT_TABLE[CHANNEL_ROWS[channel].address];
  return contacts.findByKeys(contactKeys(scope, { kind, value: address }));
};
