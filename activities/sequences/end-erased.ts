import type { Contact } from '../../store/contacts/model';
import type { Notification } from '../../store/notifications/model';
import { startErasure } from '../../temporal/workflow-calls';
import type { ActivityDeps } from '../deps';

/**
 * Ends a notification of an erased contact without a word. Where not even the tombstone is there any more, it was
 * accepted so late that the erasure was over: another one takes it away.
 */
export async function endErased(
  { store, client, taskQueue }: ActivityDeps,
  { _id, contactId }: Notification,
  contact: Contact | null,
): Promise<void> {
  if (!contact && contactId !== null) await startErasure(client, taskQueue, contactId);
  await store.notifications.close(_id, 'stopped', { at: new Date() });
}
