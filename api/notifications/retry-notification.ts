import { retryIdOf } from '../../core/shared/ids';
import { metadataOf } from '../../core/sending/metadata';
import type { Overrides } from '../../core/sending/overrides';
import type { Priority } from '../../core/sending/priority';
import { wasHandedOver } from '../../core/shared/statuses';
import { forTenant } from '../../core/tenants/integrations';
import { counter } from '../../core/statistics/counter';
import type { Notification } from '../../store/notifications/model';
import { openContent, sealContent } from '../../store/notifications/content';
import { reachOf } from '../../store/suppressions/reach';
import { ApiError, notificationNotFound } from '../http/api-error';
import type { SendDeps } from '../deps';
import { buildNotification } from '../sending/build-notification';
import type { NotificationOrder } from '../sending/order';

/** Why a notification that was sent in part is not retried. */
export const PARTLY_SENT =
  'At least one message was sent and would be sent again. An operator can reopen the notification';

/** Why a notification that was sent with `if_open` cannot be open again. */
export const ANOTHER_IS_OPEN =
  'Another notification of this event, contact and reference is open. Cancel it, or wait until it has ended.';

/** The result of a retry. */
interface Retry {
  notification: Notification;
  /** False if an earlier retry created it. */
  isNew: boolean;
}

/**
 * Retries a failed notification once, with a new notification. The old one's id determines the new id, and the old one is
 * marked with it before the new one exists. So a crash or a repeat creates no second one, and a repeat returns the first.
 * With `again` it creates another one even if that was done, and even if it sends again what was sent. `priority` takes the
 * place of the event's. The caller starts a new one. Throws an ApiError if the retry is refused.
 */
export async function retryNotification(
  deps: SendDeps,
  id: string,
  { again, priority }: { again: boolean; priority?: Priority },
): Promise<Retry> {
  const { store } = deps;
  const old = await store.notifications.get(id);
  if (!old) throw notificationNotFound();
  if (old.status !== 'failed') {
    throw new ApiError(
      'NOTIFICATION_STATE',
      `Only failed notifications can be retried. This one is ${old.status}.`,
    );
  }
  const { retriedAs } = old;
  const retry = retriedAs === undefined ? null : await store.notifications.get(retriedAs);
  if (retry && !again) return { notification: retry, isNew: false };
  // Marked and not created: the process that began it died, or is about to create it.
  const isUnfinished = retriedAs !== undefined && !retry;
  if (!isUnfinished && !again && old.messages.some(wasHandedOver)) {
    throw new ApiError('ALREADY_SENT', `${PARTLY_SENT}, or retry all of it with "again": true.`);
  }
  const newId = isUnfinished ? retriedAs : retryIdOf(id, retriedAs);
  const made = { ...(await remake(deps, old, newId)), ...(priority && { priority }) };
  if (!isUnfinished && !(await store.operators.markRetried(id, retriedAs, newId))) {
    // Another request was faster. Its notification is the answer. With `again`, the retry is refused.
    if (!again) return retryNotification(deps, id, { again, priority });
    throw new ApiError(
      'NOTIFICATION_STATE',
      'The notification changed during the request. Fetch it and try again.',
    );
  }
  await insertAsOpen(store, made);
  store.statistics.count(made, counter.accepted);
  store.statistics.countEvent(made, 'accepted', made.event);
  return { notification: made, isNew: true };
}

/** Stores a retry. Throws a 409 if another notification has its reference and is open. */
async function insertAsOpen({ notifications }: SendDeps['store'], made: Notification): Promise<void> {
  const { _id, openKey } = made;
  const refused = async (): Promise<boolean> => (await notifications.insertAll([made])).size > 0;
  if (!(await refused()) || openKey === undefined || (await notifications.existing([_id])).has(_id)) return;
  await notifications.releaseKeys([openKey]);
  if (!(await refused()) || (await notifications.existing([_id])).has(_id)) return;
  throw new ApiError('NOTIFICATION_STATE', ANOTHER_IS_OPEN);
}

/** Returns the new notification: the request of the old one, with event, contact and senders as they are now. */
async function remake(deps: SendDeps, old: Notification, id: string): Promise<Notification> {
  const { store } = deps;
  const { applicationId, environment, contactId, to } = old;
  const scope = { applicationId, environment };
  const [application, event, contact, batch] = await Promise.all([
    store.applications.get(applicationId),
    store.events.get(scope, old.event),
    contactId === null ? null : store.contacts.get(contactId),
    old.batchId === null ? null : store.batches.get(old.batchId),
  ]);
  if (old.contentRemoved || (old.batchId !== null && !batch)) {
    throw new ApiError(
      'CONTENT_REMOVED',
      'The content of the notification is no longer kept, so it cannot be retried.',
    );
  }
  if (!application)
    throw new ApiError('APPLICATION_NOT_FOUND', 'The application of the notification no longer exists.');
  if (!event) throw new ApiError('EVENT_NOT_FOUND', `The event ${old.event} no longer exists.`);
  if (contactId !== null && (!contact || contact.erasingSince)) {
    throw new ApiError('CONTACT_NOT_FOUND', 'The contact of the notification was erased.');
  }
  const tenant = old.tenant === undefined ? null : await store.tenants.get(applicationId, old.tenant);
  if (old.tenant !== undefined && !tenant) {
    const message = `The tenant ${old.tenant} of the notification no longer exists. Create it, then retry.`;
    throw new ApiError('NOTIFICATION_STATE', message);
  }
  const own = openContent(deps.vault, old);
  const overrides = batch ? openContent(deps.vault, batch).overrides : own.overrides;
  const payload = own.payload === null ? undefined : (JSON.parse(own.payload) as Record<string, unknown>);
  const order: NotificationOrder = {
    caller: { scope, application: forTenant(application, tenant) },
    tenant,
    event,
    forced: old.forcedChannel ?? undefined,
    body: {
      ...(batch === null && { payload }),
      overrides: overrides === null ? undefined : (JSON.parse(overrides) as Overrides),
      language: old.language ?? undefined,
      from: old.from ?? undefined,
      skip_waits: old.skipWaits,
      reference: old.reference,
      if_open: old.ifOpen,
      ...(old.metadata && { metadata: metadataOf(old.metadata) }),
    },
    // It shares the payload of the old one's array.
    batchId: old.batchId,
    // If the old one ended before its `send_at`, the new one waits for it.
    sendAt: old.sendAt && old.sendAt > new Date() ? old.sendAt : null,
    reservationId: null,
  };
  const { isSuppressed } = await reachOf(deps, application, scope, { to, contact });
  const recipient = { id: old.recipient, contact, to, isSuppressed, ...(batch && { payload }) };
  const made = buildNotification(order, id, recipient, deps.store.now());
  // The new one also takes over the old one's digest.
  return sealContent(deps.vault, {
    ...made,
    retryOf: old._id,
    ...(old.sensitive && { sensitive: true }),
    ...(old.digest && { digest: old.digest }),
  });
}
