import { askedForm, identifierHash, textsNaming } from '../../core/contacts/asked-identifiers';
import { suppressibleAddresses } from '../../core/receipts/suppression';
import { idsOf, keyOf } from '../../store/suppressions/suppress';
import type { Contact } from '../../store/contacts/model';
import type { ApiDeps } from '../deps';

/**
 * Keeps only the hashes of a contact's suppressed addresses (ERASURE-8). The addresses stay suppressed, and nobody can
 * read them. Removes the contact's refused sends. It runs before the contact is emptied, because it finds the suppressions by the contact's addresses.
 */
export async function forgetSuppressed(
  { store, vault }: Pick<ApiDeps, 'store' | 'vault'>,
  contact: Contact,
): Promise<void> {
  const application = await store.applications.get(contact.applicationId);
  if (!application?.suppressionKey) return;
  const key = keyOf(vault, application.suppressionKey, contact);
  const texts = textsNaming(contact);
  await store.refusals.removeOf(texts.map((text) => identifierHash(key, askedForm(text))));
  const ids = suppressibleAddresses(contact).flatMap((one) => idsOf(key, { scope: contact, ...one }));
  if (ids.length > 0) await store.suppressions.forget({ ids });
}
