import {
  CancellationScope,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { type RetryPolicy, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { priorityKeyOf } from '../core/sending/priority';
import { webhookRetryDelayMs } from '../core/webhooks/retry';
import { tellWebhookFirst } from './activities';
import type { Activities, DeliverWebhookResult } from './activities-contract';
import { type WebhookInput, taskQueues, WORKFLOWS, webhookWorkflowId } from './contract';
import { inTask, mayRunInTask, uncancelled } from './engine/in-task';

/** All events have one priority, so that an endpoint gets them in their order. The fairness key is inherited. */
const priority = { priorityKey: priorityKeyOf('normal') };
const SUMMARY = 'Tell the endpoint';
const attempts = (retry: RetryPolicy) =>
  proxyActivities<Pick<Activities, 'tellWebhook'>>({
    startToCloseTimeout: '15s',
    summary: SUMMARY,
    priority,
    taskQueue: taskQueues(workflowInfo().taskQueue).webhooks,
    retry,
  });

/**
 * Makes the first attempt at an event. If a retry is needed or the endpoint is busy, the event waits in the queue of its
 * endpoint (`webhookEndpoint`), so that no notification stays open for it. If an earlier event goes first, or the attempt was
 * interrupted, a workflow of its own takes over.
 */
export async function deliverEvent(eventId: string, notificationId: string): Promise<void> {
  // The worker died, or MongoDB was unavailable. The event's document says whether the attempt counts.
  const answer = await uncancelled(() => firstAttempt(eventId, notificationId)).catch(() => 'retry' as const);
  if (answer === 'done') return;
  const input: WebhookInput = { eventId, notificationId, attemptsMade: answer === 'retry' ? 1 : 0 };
  await CancellationScope.nonCancellable(async () => {
    try {
      await startChild(WORKFLOWS.webhook, {
        workflowId: webhookWorkflowId(eventId),
        parentClosePolicy: ParentClosePolicy.ABANDON,
        // An erasure of the contact finds the workflow by them.
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

/** Makes the first attempt in the workflow's task if the endpoint is quick, and as an activity if not. */
async function firstAttempt(eventId: string, notificationId: string): Promise<DeliverWebhookResult> {
  const input = { eventId, notificationId, attemptsMade: 0, repeats: false };
  if (mayRunInTask()) {
    const answer = await inTask<DeliverWebhookResult>(
      () => tellWebhookFirst.executeWithOptions({ summary: SUMMARY }, [input]),
      () => 'retry',
    );
    if (answer !== 'elsewhere') return answer;
  }
  return CancellationScope.nonCancellable(() => attempts({ maximumAttempts: 1 }).tellWebhook(input));
}

/**
 * Makes the first attempt at an event if no notification's workflow does: of a receipt, a redelivery, a test event, or after an
 * interruption. The event's document counts the attempts. The retry policy repeats what a worker's death or MongoDB
 * interrupts. Its intervals stay short, because an event that waits for an earlier one, with a delay of its own, counts as a retry too.
 */
export async function webhook(input: WebhookInput): Promise<void> {
  await sleep(webhookRetryDelayMs(input.attemptsMade, Math.random()) ?? 0, {
    summary: 'Before the first retry',
  });
  const retry = { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '30s' } as const;
  const { tellWebhook } = attempts(retry);
  await tellWebhook({ ...input, repeats: true });
}
