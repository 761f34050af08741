import {
  CancellationScope,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { priorityKeyOf } from '../core/sending/priority';
import { webhookRetryDelayMs } from '../core/webhooks/retry';
import type { Activities } from './activities-contract';
import { type WebhookInput, WORKFLOWS, webhookWorkflowId } from './contract';

/** Endpoints are told in the order of their events, whatever the priority of these; the fairness key is inherited. */
const priority = { priorityKey: priorityKeyOf('normal') };
const options = { startToCloseTimeout: '15s', summary: 'Tell the endpoint', priority } as const;
const taskQueue = (): string => `${workflowInfo().taskQueue}-webhooks`;

/**
 * Tells the endpoint of an event: one attempt here. If that is to be repeated, or there is no room, the event waits in the
 * queue of its endpoint (`webhookEndpoint`), so that no notification stays open for it. If an earlier event goes first, or
 * the attempt was cut off, a workflow of its own goes on.
 */
export async function deliverEvent(eventId: string, notificationId: string): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    const { tellWebhook } = proxyActivities<Activities>({
      ...options,
      taskQueue: taskQueue(),
      retry: { maximumAttempts: 1 },
    });
    // A worker's death cut it off, or MongoDB was away: then the document says whether it counts.
    const answer = await tellWebhook({ eventId, notificationId, attemptsMade: 0, repeats: false }).catch(
      () => 'retry' as const,
    );
    if (answer === 'done') return;
    const input: WebhookInput = { eventId, notificationId, attemptsMade: answer === 'retry' ? 1 : 0 };
    try {
      await startChild(WORKFLOWS.webhook, {
        workflowId: webhookWorkflowId(eventId),
        parentClosePolicy: ParentClosePolicy.ABANDON,
        // The erasure of the contact finds it by them.
        typedSearchAttributes: workflowInfo().typedSearchAttributes,
        staticSummary: 'Webhook retries',
        priority,
        args: [input],
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  });
}

/**
 * The first attempt at a webhook event that no notification's workflow makes: of a receipt, a redelivery, a test event, or
 * one that was cut off there. The event's document counts the attempts. What a worker's death or MongoDB's absence cut off
 * is repeated by the policy below, and so is one that may not go yet, with its own delay.
 */
export async function webhook(input: WebhookInput): Promise<void> {
  await sleep(webhookRetryDelayMs(input.attemptsMade, Math.random()) ?? 0, {
    summary: 'Before the first retry',
  });
  const { tellWebhook } = proxyActivities<Activities>({
    ...options,
    taskQueue: taskQueue(),
    retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '160s' },
  });
  await tellWebhook({
    eventId: input.eventId,
    notificationId: input.notificationId,
    attemptsMade: input.attemptsMade,
    repeats: true,
  });
}
