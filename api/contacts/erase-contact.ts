import type { Contact } from '../../store/contacts/model';
import { newId } from '../../core/shared/ids';
import type { ApiDeps } from '../deps';
import { contactNotFound } from './find';
import { forgetSuppressed } from './forget-suppressed';

/** Erases a contact, and starts the removal of what was sent to it. Throws a 404 if another request has just erased it. */
export async function eraseContact(deps: ApiDeps, contact: Contact): Promise<void> {
  const { store, dispatcher } = deps;
  await forgetSuppressed(deps, contact);
  // Before the contact is emptied, because they are found by its keys.
  await store.schedules.forget(contact.identifiers, newId());
  if (!(await store.contacts.tombstone(contact._id, new Date()))) throw contactNotFound();
  await dispatcher.startErasure(contact._id);
}
