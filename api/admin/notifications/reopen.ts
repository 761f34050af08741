import { failureKeysOf, lastFailureOf } from '../../../core/sending/failure-keys';
import { isOpen, type NotificationStatus } from '../../../core/shared/statuses';
import { isWait } from '../../../core/sequences/steps';
import { sendNameOf } from '../../../core/sequences/step-key';
import type { Message, Notification } from '../../../store/notifications/model';
import { isDuplicateKey } from '../../../store/connection';
import { openKeyOf } from '../../../core/sending/reference';
import { ANOTHER_IS_OPEN } from '../../notifications/retry-notification';
import { ApiError, notificationNotFound } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { idIn, missingNotification, NOTIFICATION } from './id-in';
import { stateSchema } from './view';

export const reopenOne = route({
  id: 'reopenNotification',
  tag: 'Notifications',
  method: 'post',
  path: `${NOTIFICATION}/reopen`,
  role: 'editor',
  audit: 'notification.reopen',
  summary: 'Go on with a failed or cancelled notification',
  answer: answer('NotificationReopened', { notification: stateSchema }),
  errors: [...missingNotification, 'NOTIFICATION_RETRIED', 'CONTENT_REMOVED'],
  handler: async (call, deps) => {
    const reopened = await reopenNotification(deps, await idIn(deps.store, call));
    const { _id: id, applicationId, status } = reopened;
    await call.record({ about: [id, applicationId], after: { status } });
    await deps.dispatcher.start(reopened);
    return { notification: { id, status } };
  },
});

/**
 * Reopens a notification that failed or was stopped. If its last message failed, that message is queued again. A new run
 * of the workflow finds in the document what was sent before, and skips it. The caller starts the returned notification.
 * Throws an ApiError if it is refused.
 */
export async function reopenNotification({ store, dispatcher }: ApiDeps, id: string): Promise<Notification> {
  const found = await store.notifications.get(id);
  if (!found) throw notificationNotFound();
  const { status, contactId, batchId } = found;
  if (isOpen(status) || status === 'completed')
    throw refused(`Only failed and stopped notifications can be reopened. This one is ${status}.`);
  if (found.retriedAs !== undefined) {
    throw new ApiError(
      'NOTIFICATION_RETRIED',
      `The notification was retried as ${found.retriedAs}. Reopen that one.`,
    );
  }
  if (found.contentRemoved || (batchId !== null && !(await store.batches.get(batchId)))) {
    throw new ApiError(
      'CONTENT_REMOVED',
      'The content of the notification is no longer kept, so it cannot be reopened.',
    );
  }
  const contact = contactId === null ? null : await store.contacts.get(contactId);
  if (contactId !== null && (!contact || contact.erasingSince)) {
    throw new ApiError('CONTACT_NOT_FOUND', 'The contact of the notification was erased.');
  }
  const last = found.messages.at(-1);
  const again = last?.status === 'failed' && last.sentAt === null ? last : undefined;
  if (again && again.address === null)
    throw refused('The recipient could not be reached. Retry the notification instead.');
  // The run that ended must not see the open document, because it would close it again.
  if (found.cancelPending)
    throw refused('The cancel of the notification has not reached Temporal yet. Try again in a moment.');
  const running = await dispatcher.isRunning(id);
  if (running === null) throw new ApiError('UNAVAILABLE', 'Temporal does not answer. Try again in a moment.');
  if (running) throw refused('The workflow of the notification is still running. Try again in a moment.');
  const at = new Date();
  const { event, recipient, reference, tenant, ifOpen } = found;
  const openKey =
    ifOpen && reference !== undefined ? openKeyOf({ event, recipient, reference, tenant }) : undefined;
  if (openKey !== undefined) await store.notifications.releaseKeys([openKey]);
  const reopening = store.operators.reopen({
    ...{ from: found, status: statusOf(found, last, at), message: again ?? null, openKey, at },
    failures: failuresOf(found.messages.filter((message) => message !== again)),
  });
  const reopened = await reopening.catch((error: unknown) => {
    throw isDuplicateKey(error) ? refused(ANOTHER_IS_OPEN) : error;
  });
  if (!reopened) throw refused('The notification changed during the request. Fetch it and try again.');
  return reopened;
}

/** Returns the status of the reopened notification: `waiting` before its `send_at` or in a step that waits. */
function statusOf({ steps, sendAt }: Notification, last: Message | undefined, now: Date): NotificationStatus {
  if (sendAt && sendAt > now) return 'waiting';
  const isOver = last !== undefined && last.status !== 'queued' && last.sentAt !== null;
  if (last && !isOver) return 'running';
  const reached = last ? steps.findIndex(({ name }) => name === sendNameOf(last.step)) : -1;
  // Inside a branch, only the run itself knows the next step.
  return (reached >= 0 || !last) && isWait(steps[reached + 1]) ? 'waiting' : 'running';
}

const failuresOf = (messages: Message[]): string[] => [
  ...new Set(
    messages.flatMap((message) =>
      message.error ? failureKeysOf(message.error.code, lastFailureOf(message)) : [],
    ),
  ),
];

const refused = (message: string): ApiError => new ApiError('NOTIFICATION_STATE', message);
