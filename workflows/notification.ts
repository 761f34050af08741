import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineUpdate,
  isCancellation,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { NotificationStatus } from '../core/statuses';
import { close } from './activities';
import type { DeliverResult } from './activities-contract';
import type { NotificationInput } from './contract';
import { FIRST_OUTCOME } from './contract';
import { createDelivery } from './delivery';
import type { SequenceApi } from './sequences/api';
import { isFaultOfCode, runCode } from './sequences/code';
import { runDeclaredSteps } from './sequences/declared';
import { tell } from './webhook';

const firstOutcome = defineUpdate<void>(FIRST_OUTCOME);

/** Thrown through a sequence to end it: the document says that nothing is left to do. */
class Over extends Error {
  constructor(readonly result: DeliverResult) {
    super(result.outcome);
  }
}

/**
 * The life of one notification. Its closing status follows the document's: it returns for `completed`, fails for
 * `failed` and is cancelled for `stopped`.
 */
export async function notification(input: NotificationInput): Promise<NotificationStatus> {
  const told: Promise<void>[] = [];
  let settled = false;
  setHandler(firstOutcome, () => condition(() => settled));
  const status = await runToItsEnd(input, told, () => (settled = true));
  settled = true;
  await CancellationScope.nonCancellable(() => Promise.all([...told, condition(allHandlersFinished)]));
  if (status === 'failed')
    throw ApplicationFailure.nonRetryable('The notification failed', 'NOTIFICATION_FAILED');
  if (status === 'stopped' && CancellationScope.current().consideredCancelled) {
    throw new CancelledFailure('The notification was cancelled');
  }
  return status;
}

async function runToItsEnd(
  input: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<NotificationStatus> {
  const { notificationId } = input;
  try {
    const last = await runSequence(input, told, onOutcome);
    if (last && last !== 'running' && last !== 'waiting') return last;
    return (await closeAs(notificationId, 'ended')) ?? 'stopped';
  } catch (error) {
    if (error instanceof Over) return error.result.status;
    if (isFaultOfCode(input, error)) throw error;
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    return (await closeAs(notificationId, cancelled ? 'stopped' : 'failed')) ?? 'stopped';
  }
}

/** Runs the steps; returns the status that the last SEND left, null without one. */
async function runSequence(
  input: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<NotificationStatus | null> {
  const { notificationId, contactId, retryForMs } = input;
  const names = new Set<string>();
  const deliver = createDelivery(input.sendQueue);
  let dueAt = input.dueAt;
  let status: NotificationStatus | null = null;
  const api: SequenceApi = {
    send: async (name, { channel, after = 'running', dueAt: planned = dueAt } = {}) => {
      if (names.has(name))
        throw ApplicationFailure.nonRetryable(`SEND name ${name} used twice`, 'SEQUENCE_ERROR');
      const shown = channel ?? (names.size === 0 ? input.firstChannel : null);
      names.add(name);
      const result = await deliver(shown ? `${name}: ${shown}` : name, {
        ...{ notificationId, contactId, step: name, channel, after, dueAt: planned, retryForMs },
      });
      onOutcome();
      for (const eventId of result.events) told.push(tell(eventId, notificationId));
      if (result.outcome === 'stopped' || result.outcome === 'gone') throw new Over(result);
      status = result.status;
      dueAt = Date.now();
      return result.outcome;
    },
    wait: async (name, durationMs) => {
      const until = Math.max(Date.now(), dueAt) + durationMs;
      await sleep(durationMs, { summary: name });
      dueAt = until;
    },
  };
  await (input.code === undefined ? runDeclaredSteps(api, input.steps) : runCode(api, input));
  return status;
}

const closeAs = (
  notificationId: string,
  as: 'stopped' | 'failed' | 'ended',
): Promise<NotificationStatus | null> =>
  CancellationScope.nonCancellable(() => close({ notificationId, as }));
