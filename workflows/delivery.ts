import { sleep, workflowInfo } from '@temporalio/workflow';
import { deliver } from './activities';
import type { DeliverInput, DeliverResult } from './activities-contract';
import { sendQueueOf } from './contract';

/** A SEND's result once it is no longer moved. */
export type Delivered = DeliverResult & { outcome: Exclude<DeliverResult['outcome'], 'moved'> };

const LONGEST_PAUSE_MS = 60_000;

/**
 * Runs SENDs on the queue where each has to wait: `first` is where the first one does, as acceptance saw it, and
 * `deliver` says where else. Later SENDs of a channel begin where the last one ended.
 */
export function createDelivery(first: string | undefined) {
  const queues = new Map<string | undefined, string | null>();
  return async (summary: string, input: DeliverInput): Promise<Delivered> => {
    let queue = (queues.size === 0 ? first : queues.get(input.channel)) ?? null;
    for (let moves = 0; ; moves += 1) {
      const taskQueue = queue === null ? undefined : sendQueueOf(workflowInfo().taskQueue, queue);
      const result = await deliver.executeWithOptions({ summary, taskQueue }, [input]);
      queues.set(input.channel, queue);
      if (result.outcome !== 'moved') return result as Delivered;
      queue = result.queue ?? null;
      // Settings that change all the time must not keep it moving.
      if (moves > 0)
        await sleep(Math.min(1000 * 2 ** (moves - 1), LONGEST_PAUSE_MS), { summary: 'Moved again' });
    }
  };
}
