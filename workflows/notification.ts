import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { NotificationStatus } from '../core/shared/statuses';
import { close } from './activities';
import type { CloseInput } from './activities-contract';
import { type NotificationInput, FIRST_OUTCOME, NOTIFICATION_MISSING } from './contract';
import { dueAtOf } from './engine/due-at';
import { SequenceEnded } from './engine/sequence-ended';
import { untilSendAt } from './engine/send-at';
import { createCalls } from './engine/calls';
import { isFaultOfCode, runCode } from './engine/code';
import { runDeclaredSteps, UnknownStep } from './engine/declared';
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
  const { status, reason } = await runToItsEnd(input, told, () => (settled = true));
  settled = true;
  setCurrentDetails(`its steps are over: ${status}${reason === undefined ? '' : ` (${reason})`}`);
  await CancellationScope.nonCancellable(() => Promise.all([...told, condition(allHandlersFinished)]));
  if (status === 'failed') {
    const why = reason === undefined ? '' : `: ${reason}`;
    throw ApplicationFailure.nonRetryable(`The notification failed${why}`, 'NOTIFICATION_FAILED');
  }
  if (status === 'stopped' && CancellationScope.current().consideredCancelled) {
    throw new CancelledFailure('The notification was cancelled');
  }
  return status;
}

interface End {
  status: NotificationStatus;
  /** What a sequence in code failed with. */
  reason?: string;
}

async function runToItsEnd(
  input: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<End> {
  const { notificationId } = input;
  try {
    const last = await runSequence(input, told, onOutcome);
    if (last && last !== 'running' && last !== 'waiting') return { status: last };
    return { status: await closeAs(notificationId, 'ended') };
  } catch (error) {
    if (error instanceof SequenceEnded) return { status: error.status };
    if (error instanceof UnknownStep || isFaultOfCode(input, error)) throw error;
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    if (cancelled) return { status: await closeAs(notificationId, 'stopped') };
    // There is nothing to close, and the execution says why it failed.
    if (isMissing(error))
      return { status: 'failed', reason: `${NOTIFICATION_MISSING}: ${error.cause.message}` };
    const reason = reasonOf(error);
    return { status: await closeAs(notificationId, 'failed', reason), reason };
  }
}

/** Runs the steps; returns the status that the last SEND left, null without one. */
async function runSequence(
  accepted: NotificationInput,
  told: Promise<void>[],
  onOutcome: () => void,
): Promise<NotificationStatus | null> {
  const input = { ...accepted, dueAt: dueAtOf(accepted, workflowInfo().startTime.getTime()) };
  const { api, lastStatus } = createCalls(input, (events) => {
    onOutcome();
    for (const eventId of events) told.push(tell(eventId, input.notificationId));
  });
  await untilSendAt(input.sendAt);
  await (input.code === undefined ? runDeclaredSteps(api, input.steps) : runCode(api, input));
  return lastStatus();
}

async function closeAs(
  notificationId: string,
  as: CloseInput['as'],
  reason?: string,
): Promise<NotificationStatus> {
  const input = { notificationId, as, ...(reason !== undefined && { reason }) };
  return (await CancellationScope.nonCancellable(() => close(input))) ?? 'stopped';
}

/** Characters of a reason that are kept. */
const KEPT_REASON = 500;

/** What a sequence in code has thrown; what an activity of ours failed with says nothing to anybody. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApplicationFailure
    ? `${error.type ? `${error.type}: ` : ''}${error.message}`.slice(0, KEPT_REASON)
    : undefined;

/** What an activity failed with that looked for the notification for long enough. */
const isMissing = (error: unknown): error is ActivityFailure & { cause: ApplicationFailure } =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  error.cause.type === NOTIFICATION_MISSING;
