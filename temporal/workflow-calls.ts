import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { priorityKeyOf } from '../core/sending/priority';
import type { Broadcast } from '../store/broadcasts/broadcasts';
import {
  broadcastWorkflowId,
  type NotifyOwnerInput,
  type WebhookInput,
  CONTINUE,
  erasureWorkflowId,
  HOLD_RELEASED,
  jobWorkflowId,
  RECEIPT,
  type ReleaseHeldInput,
  releaseWorkflowId,
  type SandboxReportsInput,
  sandboxReportsWorkflowId,
  taskQueues,
  tellOwnerWorkflowId,
  WAKE,
  webhookEndpointWorkflowId,
  webhookWorkflowId,
  WORKFLOWS,
} from '../workflows/contract';
import { type SearchableNotification, searchAttributesOf } from './search-attributes';

/** Returns the result of a call about a workflow, or `otherwise` if the workflow does not exist or cannot take the call any more. */
export async function unlessGone<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return otherwise;
    throw error;
  }
}

/** Cancels the workflow of a notification. Returns false if it is closed or does not exist. */
export const cancelWorkflow = (client: Client, notificationId: string): Promise<boolean> =>
  unlessGone(
    client.workflow
      .getHandle(notificationId)
      .cancel()
      .then(() => true),
    false,
  );

/** Signals a receipt to the workflow of a notification. It is no error if the workflow is closed or does not exist. */
export const signalReceipt = (client: Client, notificationId: string): Promise<void> =>
  unlessGone(client.workflow.getHandle(notificationId).signal(RECEIPT), undefined);

/** Signals that a pause which holds a notification releases it. It is no error if its workflow is closed or does not exist. */
export const signalReleased = (client: Client, notificationId: string, pause: string): Promise<void> =>
  unlessGone(client.workflow.getHandle(notificationId).signal(HOLD_RELEASED, pause), undefined);

/** Returns whether the last run of a notification's workflow is open. False if there is no run. */
export async function isRunning(client: Client, notificationId: string): Promise<boolean> {
  const found = await unlessGone(client.workflow.getHandle(notificationId).describe(), undefined);
  return found?.status.name === 'RUNNING';
}

/** Starts a workflow of the main queue. It does nothing if one with this id runs already. */
async function startOnce(
  client: Client,
  taskQueue: string,
  {
    type,
    input,
    ...options
  }: Pick<WorkflowStartOptions, 'workflowId' | 'typedSearchAttributes' | 'priority' | 'staticSummary'> & {
    type: string;
    input: object;
  },
): Promise<void> {
  await client.workflow.start(type, {
    ...options,
    taskQueue: taskQueues(taskQueue).main,
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [input],
  });
}

/** Starts the erasure of a contact. It does nothing if one runs already. */
export async function startErasure(client: Client, taskQueue: string, contactId: string): Promise<void> {
  await startOnce(client, taskQueue, {
    type: WORKFLOWS.erasure,
    workflowId: erasureWorkflowId(contactId),
    staticSummary: 'Erasure of a contact',
    input: { contactId },
  });
}

/** Starts the release of what a pause holds. It does nothing if one runs already. */
export async function startRelease(
  client: Client,
  taskQueue: string,
  input: ReleaseHeldInput,
): Promise<void> {
  await startOnce(client, taskQueue, {
    type: WORKFLOWS.releaseHeld,
    workflowId: releaseWorkflowId(input.pause),
    staticSummary: 'Release of what a pause holds',
    input,
  });
}

/** Starts the workflow of a job that runs, or lets the one that there is continue. */
export async function startJob(
  client: Client,
  taskQueue: string,
  { _id: jobId, applicationId }: { _id: string; applicationId: string },
): Promise<void> {
  await client.workflow.signalWithStart(WORKFLOWS.job, {
    workflowId: jobWorkflowId(jobId),
    taskQueue: taskQueues(taskQueue).main,
    signal: CONTINUE,
    // Its activities go behind those of notifications.
    priority: { priorityKey: priorityKeyOf('low'), fairnessKey: applicationId },
    staticSummary: 'Job',
    args: [{ jobId }],
  });
}

/** Starts the workflow of a broadcast, or signals it that the broadcast has changed. */
export async function startBroadcast(
  client: Client,
  taskQueue: string,
  of: Pick<Broadcast, '_id' | 'applicationId' | 'event'>,
): Promise<void> {
  await client.workflow.signalWithStart(WORKFLOWS.broadcast, {
    workflowId: broadcastWorkflowId(of._id),
    taskQueue: taskQueues(taskQueue).main,
    signal: CONTINUE,
    priority: { priorityKey: priorityKeyOf('low'), fairnessKey: of.applicationId },
    staticSummary: `Broadcast of ${of.event}`,
    args: [{ broadcastId: of._id }],
  });
}

/** Starts the delivery of a webhook event. It does nothing if the event is being delivered already. */
export async function startWebhook(
  client: Client,
  taskQueue: string,
  of: SearchableNotification,
  input: WebhookInput,
): Promise<void> {
  await startOnce(client, taskQueue, {
    type: WORKFLOWS.webhook,
    workflowId: webhookWorkflowId(input.eventId),
    typedSearchAttributes: searchAttributesOf(of),
    priority: { fairnessKey: of.applicationId },
    staticSummary: 'Webhook event',
    input,
  });
}

/** Wakes the workflow of an endpoint at `dueAt`, to deliver the events that wait. Starts the workflow if there is none. */
export async function wakeEndpoint(
  client: Client,
  taskQueue: string,
  endpointId: string,
  dueAt: Date,
): Promise<void> {
  const at = dueAt.getTime();
  await client.workflow.signalWithStart(WORKFLOWS.webhookEndpoint, {
    workflowId: webhookEndpointWorkflowId(endpointId),
    taskQueue: taskQueues(taskQueue).drains,
    signal: WAKE,
    signalArgs: [at],
    // Endpoints take turns.
    priority: { fairnessKey: endpointId },
    staticSummary: 'Webhook events that wait for an endpoint',
    args: [{ endpointId, at }],
  });
}

/** Starts the reports about a message of sandbox. It does nothing if they have begun already. */
export async function startSandboxReports(
  client: Client,
  taskQueue: string,
  input: SandboxReportsInput,
): Promise<void> {
  await startOnce(client, taskQueue, {
    type: WORKFLOWS.sandboxReports,
    workflowId: sandboxReportsWorkflowId(input.messageId),
    staticSummary: 'Reports about a message of sandbox',
    input,
  });
}

/** Starts the e-mail to the owner of an endpoint that was switched off. It does nothing if one is being sent already. */
export async function startNotifyOwner(
  client: Client,
  taskQueue: string,
  input: NotifyOwnerInput,
): Promise<void> {
  await startOnce(client, taskQueue, {
    type: WORKFLOWS.tellOwner,
    workflowId: tellOwnerWorkflowId(input.endpointId),
    staticSummary: 'E-mail to the owner of an endpoint',
    input,
  });
}
