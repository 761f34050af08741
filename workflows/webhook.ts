import {
  CancellationScope,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { priorityKeyOf } from '../core/priority';
import { webhookRetryDelayMs } from '../core/webhook-retry';
import type { Activities } from './activities-contract';
import type { WebhookInput } from './contract';
import { WORKFLOWS, webhookWorkflowId } from './contract';

/** Endpoints are told in the order of their events, whatever the priority of these; the fairness key is inherited. */
const priority = { priorityKey: priorityKeyOf('normal') };
const options = { startToCloseTimeout: '15s', summary: 'Tell the endpoint', priority } as const;
const taskQueue = (): string => `${workflowInfo().taskQueue}-webhooks`;

/**
 * Tells the endpoint of an event: one attempt here, and where that may be repeated, or had no room, a workflow of its own,
 * so that an hour of retries to a dead endpoint keeps no notification open.
 */
export async function tell(eventId: string, notificationId: string): Promise<void> {
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
 * The attempts at one webhook event behind the first (decisions: Webhooks), and that one too where nobody has made it. Each
 * answer that may be repeated, and each turn-away, brings its own delay, and the event's document counts the attempts; what
 * a worker's death or MongoDB's absence cut off is repeated by the policy below.
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
