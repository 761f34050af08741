import type { ContactStore } from '../../store/contacts/contacts';
import type { Store } from '../../store/store';
import type { ContactPlan } from './resolve';

/** Writes a plan; false when something moved meanwhile and the plan must be made again. */
export async function commitContact(store: Store, { contact, write }: ContactPlan): Promise<boolean> {
  if (write === 'none') return true;
  return write === 'insert' ? store.contacts.insert(contact) : store.contacts.replace(contact);
}

/**
 * Writes the contacts that granted recipients need. The ids that come back were not written, because a contact moved
 * or a key was taken meanwhile: their recipients have to be planned again.
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
  const [inserts, replacements] = [of('insert'), of('replace')];
  const [notInserted, notReplaced] = await Promise.all([
    contacts.insertAll(inserts),
    contacts.replaceAll(replacements),
  ]);
  return new Set([...notInserted, ...notReplaced]);
}
