import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { SendQueue } from '../store/sending/send-queues';
import { sendQueueOf } from '../workflows/contract';

/**
 * The part of a published rate that a queue is given. The server lets a queue save up one second of its rate, so what
 * goes out in n seconds is at most `STEADY * (n + 1)` times the rate: with 0.85 no 5 seconds have 110 % of it.
 */
const STEADY = 0.85;
/** More than a server dispatches: no limit. Unset, the limit of the workers would count again. */
const UNLIMITED = 100_000;

/** What a queue is limited to, activities per second. */
export const queueRateOf = ({ perSecond }: Pick<SendQueue, 'perSecond'>): number =>
  perSecond === null ? UNLIMITED : perSecond * STEADY;

/** Tells Temporal (1.29 or later) the rate of an integration's queue, over all workers and partitions. */
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
