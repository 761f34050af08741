import { isOpen } from '../../../core/shared/statuses';
import { forTenant } from '../../../core/tenants/integrations';
import type { Application } from '../../../store/accounts/applications';
import type { Notification } from '../../../store/notifications/model';
import type { ApiDeps } from '../../deps';
import { notificationNotFound } from '../../http/api-error';
import { judge } from '../explain/verdict/judge';
import { audienceOf } from './audience-facts';
import { nextStepOf } from './next-step';
import type { StorySources } from './story';
import { detailsView } from './view';

/** Returns a notification as operators see it, with all that is known of it. */
export async function detailsOf(deps: ApiDeps, id: string) {
  const { store, vault, cached } = deps;
  const found = await store.notifications.get(id);
  if (!found) throw notificationNotFound();
  const [batch, event, sources] = await Promise.all([
    found.batchId === null ? null : store.batches.get(found.batchId),
    cached.event(found, found.event),
    sourcesOf(deps, found, store.applications.get(found.applicationId)),
  ]);
  return detailsView(sources, await judge(deps)(sources), { batch, event, vault });
}

/** Gathers what a notification's story is told from. */
export async function sourcesOf(
  { store, dispatcher }: ApiDeps,
  notification: Notification,
  itsApplication: Application | null | Promise<Application | null>,
): Promise<StorySources> {
  const { _id, status, batchId, ofBroadcast } = notification;
  const itsBroadcast = ofBroadcast && batchId !== null ? store.broadcasts.get(batchId) : null;
  const [application, broadcast, audience, tenant, deliveries, progress] = await Promise.all([
    itsApplication,
    itsBroadcast,
    audienceOf(store, itsBroadcast, notification),
    notification.tenant === undefined
      ? null
      : store.tenants.get(notification.applicationId, notification.tenant),
    store.webhookDeliveries.ofNotification(_id),
    isOpen(status) ? dispatcher.progress(_id) : null,
  ]);
  const asTenant = application && forTenant(application, tenant);
  const next = nextStepOf({ notification, application: asTenant, progress, now: new Date() });
  return { notification, deliveries, application, broadcast, progress, next, audience };
}
