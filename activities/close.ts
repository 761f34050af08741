import type { CloseInput } from '../workflows/activities-contract';
import type { NotificationStatus } from '../core/statuses';
import type { ActivityDeps } from './deps';

/** Writes the end of a notification whose run left no outcome; what is closed already stays as it is. */
export function createClose({ store, log }: ActivityDeps) {
  return async ({ notificationId, as, reason }: CloseInput): Promise<NotificationStatus | null> => {
    if (reason !== undefined) log.error({ notificationId, reason }, 'a sequence in code failed');
    return store.endings.close(notificationId, as, { at: new Date(), reason });
  };
}
