import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { priorityKeyOf } from '../core/sending/priority';
import { sendNameOf } from '../core/sequences/step-key';
import type { FailedFirst } from '../core/sending/failed-first';
import type { Notification } from '../store/notifications/model';
import { type NotificationInput, taskQueues, WORKFLOWS } from '../workflows/contract';
import { searchAttributesOf } from './search-attributes';

/**
 * Starts the workflow of an accepted notification. A second start does nothing. With `eager`, a worker on the client's
 * connection gets the first workflow task in the answer, if it has a free slot.
 */
export async function startNotification(
  client: Client,
  queuePrefix: string,
  of: Notification,
  { eager = false, failed }: { eager?: boolean; failed?: FailedFirst } = {},
): Promise<void> {
  const { _id, applicationId, environment, event, contactId, steps, retryForMs } = of;
  const sendAt = sendAtOf(of);
  const input: NotificationInput = {
    notificationId: _id,
    applicationId,
    environment,
    event,
    contactId,
    steps,
    ...(of.code !== undefined && { code: of.code }),
    firstChannel: of.messages[0]?.channel ?? null,
    ...(of.forcedChannel !== null && { forced: true as const }),
    dueAt: (sendAt ?? of.reopenedAt ?? of.startedAt).getTime(),
    retryForMs,
    ...(sendAt && { sendAt: sendAt.getTime() }),
    ...(of.skipWaits && { skipWaits: true as const }),
    ...(of.sendQueue !== undefined && { sendQueue: of.sendQueue }),
    ...(failed && { failed }),
    ...(of.reopenedAt && { reached: [...new Set(of.messages.map(({ step }) => sendNameOf(step)))] }),
  };
  try {
    await client.workflow.start(WORKFLOWS.notification, {
      workflowId: _id,
      taskQueue: taskQueues(queuePrefix).main,
      requestEagerStart: eager,
      // A reopened notification already has a closed run. Its document says what that run did.
      workflowIdReusePolicy: of.reopenedAt ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: searchAttributesOf(of),
      // The activities inherit both.
      priority: { priorityKey: priorityKeyOf(of.priority), fairnessKey: applicationId },
      staticSummary: `Event ${event}`,
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Returns the time to wait for. It is not waited for again if it had passed when an operator reopened the notification. */
const sendAtOf = ({ sendAt, reopenedAt }: Notification): Date | undefined =>
  sendAt && reopenedAt && sendAt <= reopenedAt ? undefined : sendAt;
