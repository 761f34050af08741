import { isOpen } from '../../../core/shared/statuses';
import type { ApiDeps } from '../../deps';
import { notificationNotFound } from '../../http/api-error';
import { detailsView } from './view';

/** Returns a notification as operators see it, with all that is known of it. */
export async function detailsOf({ store, vault, dispatcher }: ApiDeps, id: string) {
  const found = await store.notifications.get(id);
  if (!found) throw notificationNotFound();
  const [batch, deliveries, application, progress] = await Promise.all([
    found.batchId === null ? null : store.batches.get(found.batchId),
    store.webhookDeliveries.ofNotification(id),
    store.applications.get(found.applicationId),
    isOpen(found.status) ? dispatcher.progress(id) : null,
  ]);
  return detailsView(found, { vault, batch, deliveries, application, progress });
}
