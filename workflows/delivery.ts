import { setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { Channel } from '../core/channels';
import { deliver } from './activities';
import type { DeliverInput, DeliverResult } from './activities-contract';
import { sendQueueOf } from './contract';
import { showWait } from './details';

/** A SEND's result once it neither moves nor waits any more. */
export type Delivered = DeliverResult & { outcome: Exclude<DeliverResult['outcome'], 'moved' | 'quiet'> };

const LONGEST_PAUSE_MS = 60_000;
/** So that a worker whose clock is behind the server's is not asked again and again. */
const SHORTEST_QUIET_MS = 1000;

/**
 * Runs SENDs on the queue where each has to wait, and when it may run: `first` is where the first one waits, as
 * acceptance saw it, and `deliver` says where else. Later SENDs of a channel begin where the last one ended. The Temporal
 * UI shows the step, and the channel where it is known.
 */
export function createDelivery(first: string | undefined) {
  const queues = new Map<string | undefined, string | null>();
  return async (input: DeliverInput, shown: Channel | null | undefined): Promise<Delivered> => {
    const summary = shown ? `${input.step}: ${shown}` : input.step;
    let queue = (queues.size === 0 ? first : queues.get(input.channel)) ?? null;
    let { dueAt } = input;
    let moves = 0;
    for (;;) {
      setCurrentDetails(`sends ${input.step}${shown ? ` over ${shown}` : ''}`);
      const taskQueue = queue === null ? undefined : sendQueueOf(workflowInfo().taskQueue, queue);
      const result = await deliver.executeWithOptions({ summary, taskQueue }, [{ ...input, dueAt }]);
      checkStep(input.step, result.step);
      queues.set(input.channel, queue);
      switch (result.outcome) {
        case 'moved':
          queue = result.queue ?? null;
          moves += 1;
          // Settings that change all the time must not keep it moving.
          if (moves > 1)
            await sleep(Math.min(1000 * 2 ** (moves - 2), LONGEST_PAUSE_MS), { summary: 'Moved again' });
          break;
        case 'quiet':
          dueAt = result.until ?? dueAt;
          showWait(dueAt, 'quiet hours');
          await sleep(Math.max(SHORTEST_QUIET_MS, dueAt - Date.now()), { summary: 'Quiet hours' });
          break;
        default:
          return result as Delivered;
      }
    }
  };
}

/**
 * Temporal compares calls by their kind only. A SEND that was renamed or moved while runs slept behind it would take the
 * result of another one for its own, and its message would never be sent: a fault of the code, which fails the task.
 */
function checkStep(asked: string, answered: string | undefined): void {
  if (answered === undefined || answered === asked) return;
  throw new Error(
    `the history goes on with the SEND ${answered}, the code asks for ${asked}: a SEND may be neither renamed nor moved ` +
      'while runs are asleep. Put the change behind `patched` (docs/sequences.md)',
  );
}
