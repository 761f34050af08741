import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { SendQueue } from '../store/sending/send-queues';
import { sendQueueOf } from '../workflows/contract';

/**
 * Share of the configured rate that a queue gets. The server lets a queue save up one second of its rate, so the sends in
 * n seconds are at most `SHARE * (n + 1)` times the rate: with 0.85, no 5 seconds exceed 110 % of it.
 */
const SHARE = 0.85;
/** More than a server dispatches: no limit. If it were unset, the limit of the workers would count again. */
const UNLIMITED = 100_000;

/** Returns the limit of a queue, activities per second. */
export const queueRateOf = ({ perSecond }: Pick<SendQueue, 'perSecond'>): number =>
  perSecond === null ? UNLIMITED : perSecond * SHARE;

/** Sets the rate of an integration's queue in Temporal (1.29 or later), over all workers and partitions. */
export async function setQueueRate(client: Client, taskQueuePrefix: string, queue: SendQueue): Promise<void> {
  const { namespace, identity } = client.options;
  await client.workflowService.updateTaskQueueConfig({
    namespace,
    identity,
    taskQueue: sendQueueOf(taskQueuePrefix, queue._id),
    taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    updateQueueRateLimit: {
      rateLimit: { requestsPerSecond: queueRateOf(queue) },
      reason: 'per_second of the integration',
    },
  });
}
