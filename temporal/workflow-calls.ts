import type { Client } from '@temporalio/client';
import {
  type NotifyOwnerInput,
  type WebhookInput,
  erasureWorkflowId,
  RECEIPT,
  taskQueues,
  tellOwnerWorkflowId,
  WAKE,
  webhookEndpointWorkflowId,
  webhookWorkflowId,
  WORKFLOWS,
} from '../workflows/contract';
import { type SearchableNotification, searchAttributesOf } from './search-attributes';

/** Cancels the workflow of a notification; one that is closed or does not exist is no error. */
export async function cancelWorkflow(client: Client, notificationId: string): Promise<void> {
  try {
    await client.workflow.getHandle(notificationId).cancel();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WorkflowNotFoundError')) throw error;
  }
}

/** Tells the workflow of a notification that a receipt has come; one that is closed or does not exist is no error. */
export async function signalReceipt(client: Client, notificationId: string): Promise<void> {
  try {
    await client.workflow.getHandle(notificationId).signal(RECEIPT);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WorkflowNotFoundError')) throw error;
  }
}

/** Whether the last run of a notification's workflow is still at work; no run at all is not. */
export async function isRunning(client: Client, notificationId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(notificationId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}

/** Starts the erasure of a contact; one that runs already is enough. */
export async function startErasure(client: Client, taskQueue: string, contactId: string): Promise<void> {
  await client.workflow.start(WORKFLOWS.erasure, {
    workflowId: erasureWorkflowId(contactId),
    taskQueue: taskQueues(taskQueue).main,
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: 'Erasure of a contact',
    args: [{ contactId }],
  });
}

/** Starts telling a webhook event of a notification; one that is being told already is enough. */
export async function startWebhook(
  client: Client,
  taskQueue: string,
  of: SearchableNotification,
  input: WebhookInput,
): Promise<void> {
  await client.workflow.start(WORKFLOWS.webhook, {
    workflowId: webhookWorkflowId(input.eventId),
    taskQueue: taskQueues(taskQueue).main,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: searchAttributesOf(of),
    priority: { fairnessKey: of.applicationId },
    staticSummary: 'Webhook event',
    args: [input],
  });
}

/** Has what waits for an endpoint looked at when it is due, by the workflow that does so or a new one. */
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
    // The endpoints of all applications take turns at being drained.
    priority: { fairnessKey: endpointId },
    staticSummary: 'Webhook events that wait for an endpoint',
    args: [{ endpointId, at }],
  });
}

/** Starts telling the owner of an endpoint that it was switched off; one that runs already is enough. */
export async function startNotifyOwner(
  client: Client,
  taskQueue: string,
  input: NotifyOwnerInput,
): Promise<void> {
  await client.workflow.start(WORKFLOWS.tellOwner, {
    workflowId: tellOwnerWorkflowId(input.endpointId),
    taskQueue: taskQueues(taskQueue).main,
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: 'E-mail to the owner of an endpoint',
    args: [input],
  });
}
