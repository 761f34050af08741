import type { CloseInput } from '../workflows/activities-contract';
import type { NotificationStatus } from '../core/statuses';
import type { ActivityDeps } from './deps';

/** Writes the end of a notification whose run left no outcome; what is closed already stays as it is. */
export function createClose({ store }: ActivityDeps) {
  return ({ notificationId, as }: CloseInput): Promise<NotificationStatus | null> =>
    store.outcomes.close(notificationId, as, new Date());
}
