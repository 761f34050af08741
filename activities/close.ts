import type { CloseInput } from '../workflows/activities-contract';
import type { NotificationStatus } from '../core/statuses';
import { raiseUnsaid } from '../store/unsaid';
import { startWebhook } from '../temporal/workflow-calls';
import type { ActivityDeps } from './deps';

/**
 * Writes the end of a notification whose run left no outcome; what is closed already stays as it is. What a cancel left
 * unsaid is told.
 */
export function createClose({ store, client, taskQueue, log }: ActivityDeps) {
  return async ({ notificationId, as, reason }: CloseInput): Promise<NotificationStatus | null> => {
    if (reason !== undefined) log.error({ notificationId, reason }, 'a sequence in code failed');
    const status = await store.endings.close(notificationId, as, { at: new Date(), reason });
    if (status !== 'stopped') return status;
    const notification = await store.notifications.get(notificationId);
    if (!notification) return status;
    for (const eventId of await raiseUnsaid(store, notification))
      await startWebhook(client, taskQueue, notification, { eventId, notificationId, attemptsMade: 0 });
    return status;
  };
}
