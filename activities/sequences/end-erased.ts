import type { Contact } from '../../store/contacts/model';
import type { Notification } from '../../store/notifications/model';
import { startErasure } from '../../temporal/workflow-calls';
import type { ActivityDeps } from '../deps';

/**
 * Ends a notification of an erased contact. If even the contact's tombstone is gone, the notification was accepted after the
 * erasure ended, and another erasure removes it.
 */
export async function endErased(
  { store, client, taskQueue }: ActivityDeps,
  { _id, contactId }: Notification,
  contact: Contact | null,
): Promise<void> {
  if (!contact && contactId !== null) await startErasure(client, taskQueue, contactId);
  await store.notifications.close(_id, 'stopped', { at: new Date() });
}
