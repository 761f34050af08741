import { contactsAt } from '../contacts/at-address';
import type { AddressOf } from '../suppressions/suppress';
import type { WebhookDelivery } from '../webhooks/deliveries';
import { changePreferences, type PreferenceOrder, type PreferenceStores } from './change-preferences';

/** What became of a change for an address. */
export interface ChangedAtAddress {
  /** Whether a contact has the address, and can have the choice. */
  isKept: boolean;
  /** Webhook events, which the sweep delivers unless somebody does earlier. */
  events: WebhookDelivery[];
}

/** Changes the preferences of the contacts who have an address. */
export async function changeAtAddress(
  store: PreferenceStores,
  of: AddressOf,
  order: Omit<PreferenceOrder, 'contactId'>,
): Promise<ChangedAtAddress> {
  const changed: ChangedAtAddress = { isKept: false, events: [] };
  for (const { _id: contactId } of await contactsAt(store, of)) {
    const result = await changePreferences(store, { contactId, ...order });
    if (result === 'gone' || result === 'too_many') continue;
    changed.isKept = true;
    if (result.event) changed.events.push(result.event);
  }
  return changed;
}
