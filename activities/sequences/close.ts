import type { CloseInput } from '../../workflows/activities-contract';
import type { NotificationStatus } from '../../core/shared/statuses';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';

/** Writes the end of a notification whose run left no outcome; what is closed already stays as it is. */
export function createClose(deps: ActivityDeps) {
  const { store, log } = deps;
  return async ({ notificationId, as, reason }: CloseInput): Promise<NotificationStatus | null> => {
    if (reason !== undefined) log.error({ notificationId, reason }, 'a sequence in code failed');
    const status = await store.notifications.close(notificationId, as, { at: new Date(), reason });
    // What was cancelled in Temporal has nothing left to do, wherever it is.
    if (status === null && as !== 'stopped') await refuseMissing(deps, notificationId);
    return status;
  };
}
