import type { Activities } from '../../workflows/activities-contract';
import type { ActivityDeps } from '../deps';
import { refuseMissing } from '../missing';

/** Closes a notification whose last SEND has not closed it. Returns its status, or null if it is missing. */
export function createClose(deps: ActivityDeps): Activities['close'] {
  const { store, log } = deps;
  return async ({ notificationId, as, reason }) => {
    if (reason !== undefined) log.error({ notificationId, reason }, 'a sequence in code failed');
    const status = await store.notifications.close(notificationId, as, { at: new Date(), reason });
    // A notification that was cancelled in Temporal may be missing.
    if (status === null && as !== 'stopped') await refuseMissing(deps, notificationId);
    return status;
  };
}
