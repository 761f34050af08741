import pLimit from 'p-limit';
import { startWebhook } from '../../temporal/workflow-calls';
import type { Notification } from '../../store/notifications/model';
import { createDeliverWebhook } from '../webhooks/deliver-webhook';
import { withDeadline } from '../../temporal/with-deadline';
import type { ActivityDeps } from '../deps';

/** First attempts at webhook events of pages at once in this process. Events beyond them wait in workflows of their own. */
const AT_ONCE = 20;
/** Maximum time of a start, milliseconds. The sweep makes what Temporal does not answer in time. */
export const START_WITHIN_MS = 5_000;
const limit = pLimit(AT_ONCE);

/**
 * Delivers the webhook events of a recipient that no workflow has. A quick endpoint gets them from here; the events of another
 * have workflows, so that it does not slow the page. If neither can be done, the sweep does it.
 */
export async function tell(deps: ActivityDeps, notification: Notification, events: string[]): Promise<void> {
  const { _id: notificationId } = notification;
  const { client, taskQueue, endpointConcurrency, log } = deps;
  const first = createDeliverWebhook(deps, ({ endpoint }) => endpointConcurrency.isQuick(endpoint._id));
  for (const eventId of events) {
    const input = { eventId, notificationId, attemptsMade: 0 };
    try {
      const hasRoom = limit.activeCount < AT_ONCE;
      const answer = hasRoom ? await limit(() => first({ ...input, repeats: false })) : 'elsewhere';
      if (answer !== 'done')
        await withDeadline(client, START_WITHIN_MS, () =>
          startWebhook(client, taskQueue, notification, input),
        );
    } catch (err) {
      log.warn(
        { err, eventId, notificationId },
        'the delivery of a webhook event failed; the sweep repeats it',
      );
    }
  }
}
