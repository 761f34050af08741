import { askedForm, identifierHash } from '../../core/contacts/asked-identifiers';
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
  const emails = contact.emails.map((address) => ({ channel: 'email' as const, address }));
  const phones = contact.phones.flatMap((address) =>
    (['sms', 'whatsapp'] as const).map((channel) => ({ channel, address })),
  );
  const named = [...contact.emails, ...contact.phones, contact._id, contact.externalId, contact.slack];
  const texts = named.filter((text) => text !== null);
  await store.refusals.removeOf(texts.map((text) => identifierHash(key, askedForm(text))));
  const ids = [...emails, ...phones].flatMap((one) => idsOf(key, { scope: contact, ...one }));
  if (ids.length > 0) await store.suppressions.forget({ ids });
}
