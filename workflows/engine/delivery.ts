import {
  ActivityFailure,
  CancelledFailure,
  condition,
  defineSignal,
  patched,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { Channel } from '../../core/shared/channels';
import { deliver, deliverFirst } from '../activities';
import type { DeliverInput, DeliverResult } from '../activities-contract';
import { HOLD_RELEASED, type NotificationInput, sendQueueOf } from '../contract';
import { showHeld, showSend, showWait } from './details';
import { inTask, mayRunInTask, uncancelled } from './in-task';
import { waitOf } from './wait-of';

const holdReleasedSignal = defineSignal<[string]>(HOLD_RELEASED);

const LONGEST_PAUSE_MS = 60_000;
/** Minimum wait in quiet hours, milliseconds, because a worker's clock may be behind the server's. */
const SHORTEST_QUIET_MS = 1000;

/** How long after acceptance the queue that was current then is used, milliseconds. */
const SEEN_LATELY_MS = 3_600_000;
/** Minimum time that a SEND waits in a queue, also if its `retry_for` is over, milliseconds. */
const SHORTEST_TURN_MS = 1000;

/**
 * Runs each SEND until it neither moves nor waits any more, on the queue in which it has to wait. Only `deliver` knows the
 * current queue, and answers `moved`. So a SEND begins on the main queue, because after a WAIT workers may not poll another
 * one any more. The exception is the first SEND soon after acceptance. The Temporal UI shows the step, and the channel if it
 * is known. Its first attempt is made in the workflow's task, except in the queue of an integration.
 */
export function createDelivery({
  sendQueue,
  reached,
  dueAt: acceptedAt,
  applicationId,
  environment,
  event,
  failed: failedFirst,
}: Pick<
  NotificationInput,
  'sendQueue' | 'reached' | 'dueAt' | 'applicationId' | 'environment' | 'event' | 'failed'
>) {
  const released: string[] = [];
  setHandler(holdReleasedSignal, (pause) => {
    released.push(pause);
  });
  let first = reached === undefined ? (sendQueue ?? null) : null;
  let firstFailure = failedFirst && patched('failed-first') ? failedFirst : undefined;
  return async (input: DeliverInput, shown: Channel | null | undefined) => {
    const summary = shown ? `${input.step}: ${shown}` : input.step;
    let queue = Date.now() - acceptedAt < SEEN_LATELY_MS ? first : null;
    first = null;
    let { dueAt } = input;
    let moves = 0;
    let failure: string | undefined;
    let isFirst = firstFailure === undefined;
    let failed = firstFailure;
    firstFailure = undefined;
    for (;;) {
      if (failure !== undefined) setCurrentDetails(failure);
      else showSend(`${input.step}${shown ? ` over ${shown}` : ''}`, dueAt + input.retryForMs);
      const seen = released.length;
      const due = { ...input, dueAt, ...(failed && { failed }), ...(seen > 0 && { released }) };
      const isInTask = isFirst && queue === null && mayRunInTask();
      const result = await (isInTask
        ? deliverInTask({ ...due, applicationId, environment, event }, summary)
        : queue === null
          ? deliver.executeWithOptions({ summary }, [due])
          : deliverPaced(due, queue, summary));
      isFirst = false;
      failed = result.retry;
      checkStep(input.step, result.step);
      const { outcome } = result;
      switch (outcome) {
        case 'moved':
          if (result.held && patched('held')) {
            queue = null;
            isFirst = true;
            failure = undefined;
            moves = 0;
            showHeld(result.held.what);
            if (!result.held.over) await condition(() => released.length > seen);
            // The time in which it was held is no part of `retry_for`.
            dueAt += Math.max(0, Date.now() - result.held.from);
            break;
          }
          queue = result.queue ?? null;
          failure = result.failure ?? failure;
          if (isInTask) break;
          moves += 1;
          // Settings that change all the time must not make a busy loop.
          if (moves > 1)
            await sleep(Math.min(1000 * 2 ** (moves - 2), LONGEST_PAUSE_MS), { summary: 'Moved again' });
          break;
        case 'quiet':
          queue = null;
          isFirst = true;
          dueAt = result.until ?? dueAt;
          failure = undefined;
          showWait(dueAt, waitOf(result).reason);
          await sleep(Math.max(SHORTEST_QUIET_MS, dueAt - Date.now()), { summary: waitOf(result).summary });
          break;
        default:
          return { ...result, outcome };
      }
    }
  };
}

const MAIN_QUEUE: DeliverResult = { outcome: 'moved', status: 'running', events: [], queue: null };

/** Makes the first attempt in the workflow's task. If it cannot be made there, or its worker has no time, the SEND is `moved`. */
function deliverInTask(input: Parameters<typeof deliverFirst>[0], summary: string): Promise<DeliverResult> {
  return uncancelled(() =>
    inTask(
      () => deliverFirst.executeWithOptions({ summary }, [input]),
      (error) => {
        // A local activity that timed out is an ActivityFailure when it happens and, replayed, the TimeoutFailure within.
        if (!(error instanceof TemporalFailure) || error instanceof CancelledFailure) throw error;
        return MAIN_QUEUE;
      },
    ),
  );
}

/**
 * Runs a SEND on the queue of an integration. If no worker takes it before `retry_for` is over, it is `moved` to the main
 * queue, where `deliver` lets it expire: the queue may be slow, or no worker may poll it.
 */
async function deliverPaced(input: DeliverInput, queue: string, summary: string): Promise<DeliverResult> {
  const taskQueue = sendQueueOf(workflowInfo().taskQueue, queue);
  const leftMs = input.dueAt + input.retryForMs - Date.now();
  const scheduleToStartTimeout = Math.max(SHORTEST_TURN_MS, leftMs);
  try {
    return await deliver.executeWithOptions({ summary, taskQueue, scheduleToStartTimeout }, [input]);
  } catch (error) {
    if (!wasNotTaken(error)) throw error;
    return MAIN_QUEUE;
  }
}

const wasNotTaken = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  error.cause.timeoutType === 'SCHEDULE_TO_START';

/**
 * Throws if the history has another SEND here, a fault of the code that fails the task. Temporal compares calls by their kind
 * only. A SEND that was renamed or moved would get the result of another one, and its message would never be sent.
 */
function checkStep(step: string, answered: string | undefined): void {
  if (answered === undefined || answered === step) return;
  throw new Error(
    `the history goes on with the SEND ${answered}, the code asks for ${step}: a SEND may be neither renamed nor moved ` +
      'while runs are asleep. Put the change behind `patched` (docs/guides/changing-sequences.md)',
  );
}
