import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { NotificationStatus } from '../core/statuses';
import { close } from './activities';
import type { NotificationInput } from './contract';
import { FIRST_OUTCOME } from './contract';
import { Over } from './over';
import { untilSendAt } from './send-at';
import { createCalls } from './sequences/calls';
import { isFaultOfCode, runCode } from './sequences/code';
import { runDeclaredSteps, UnknownStep } from './sequences/declared';
import { tell } from './webhook';

const firstOutcome = defineUpdate<void>(FIRST_OUTCOME);

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
  setCurrentDetails(`its steps are over: ${status}`);
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
    if (error instanceof Over) return error.status;
    if (error instanceof UnknownStep || isFaultOfCode(input, error)) throw error;
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
  const { api, lastStatus } = createCalls(input, (events) => {
    onOutcome();
    for (const eventId of events) told.push(tell(eventId, input.notificationId));
  });
  await untilSendAt(input.sendAt);
  await (input.code === undefined ? runDeclaredSteps(api, input.steps) : runCode(api, input));
  return lastStatus();
}

const closeAs = (
  notificationId: string,
  as: 'stopped' | 'failed' | 'ended',
): Promise<NotificationStatus | null> =>
  CancellationScope.nonCancellable(() => close({ notificationId, as }));
