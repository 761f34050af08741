import { suppressionId } from '../../core/suppression';
import type { Contact } from '../../store/contact-model';
import type { ApiDeps } from '../deps';

/**
 * Leaves only the hashes of a contact's suppressed addresses (decisions: Contacts, DELETE): they go on being suppressed,
 * and nobody can read any more what they are. It comes before the contact is emptied, for its addresses lead to them.
 */
export async function forgetSuppressed({ store }: Pick<ApiDeps, 'store'>, contact: Contact): Promise<void> {
  const application = await store.applications.get(contact.applicationId);
  const key = application?.suppressionKey;
  if (!key) return;
  const emails = contact.emails.map((address) => ({ channel: 'email' as const, address }));
  const phones = contact.phones.flatMap((address) =>
    (['sms', 'whatsapp'] as const).map((channel) => ({ channel, address })),
  );
  const ids = [...emails, ...phones].map((one) => suppressionId(contact, key, one));
  if (ids.length > 0) await store.suppressions.forget({ ids });
}
