import type { ContactStore } from '../../store/contacts/contacts';
import type { Store } from '../../store/store';
import type { ContactPlan } from './resolve';

/** Writes a plan. Returns false if the contact changed meanwhile and a new plan is needed. */
export async function commitContact(store: Store, { contact, write }: ContactPlan): Promise<boolean> {
  if (write === 'none') return true;
  return write === 'insert' ? store.contacts.insert(contact) : store.contacts.replace(contact);
}

/**
 * Writes the contacts that granted recipients need. Returns the ids that could not be written, because a contact changed
 * or a key was taken meanwhile. Their recipients need a new plan.
 */
export async function commitContacts(
  contacts: ContactStore,
  granted: { contactId: string | null }[],
  plans: Map<string, ContactPlan>,
): Promise<Set<string>> {
  const wanted = new Set(granted.map(({ contactId }) => contactId));
  const plansToWrite = [...plans.values()].filter(({ contact }) => wanted.has(contact._id));
  const of = (write: ContactPlan['write']) =>
    plansToWrite.filter((plan) => plan.write === write).map(({ contact }) => contact);
  const failed = await Promise.all([contacts.insertAll(of('insert')), contacts.replaceAll(of('replace'))]);
  return new Set(failed.flatMap((ids) => [...ids]));
}
