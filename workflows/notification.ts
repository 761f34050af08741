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
import { type NotificationStatus, isOpen } from '../core/shared/statuses';
import { close } from './activities';
import type { CloseInput } from './activities-contract';
import { type NotificationInput, FIRST_OUTCOME, NOTIFICATION_FULL, NOTIFICATION_MISSING } from './contract';
import { dueAtOf } from './engine/due-at';
import { SequenceEnded } from './engine/sequence-ended';
import { untilSendAt } from './engine/send-at';
import { keepStacks } from './engine/stacks';
import { isFaultOfCode, runSequence } from './engine/run';
import { deliverEvent } from './webhook';

const firstOutcome = defineUpdate<void>(FIRST_OUTCOME);

/**
 * The life of one notification. Its closing status follows the document's: it returns for `completed`, fails for
 * `failed` and is cancelled for `stopped`.
 */
export async function notification(accepted: NotificationInput): Promise<NotificationStatus> {
  if (accepted.code !== undefined) keepStacks();
  const input = { ...accepted, dueAt: dueAtOf(accepted, workflowInfo().startTime.getTime()) };
  const deliveries: Promise<void>[] = [];
  let hasOutcome = false;
  setHandler(firstOutcome, () => condition(() => hasOutcome));
  const { status, reason } = await runToItsEnd(input, (events) => {
    hasOutcome = true;
    for (const eventId of events) deliveries.push(deliverEvent(eventId, input.notificationId));
  });
  hasOutcome = true;
  setCurrentDetails(`its steps are over: ${status}${reason === undefined ? '' : ` (${reason})`}`);
  if (deliveries.length > 0) await Promise.all(deliveries);
  if (!allHandlersFinished()) await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  if (status === 'failed') {
    const why = reason === undefined ? '' : `: ${reason}`;
    throw ApplicationFailure.nonRetryable(`The notification failed${why}`, 'NOTIFICATION_FAILED');
  }
  if (status === 'stopped' && CancellationScope.current().consideredCancelled) {
    throw new CancelledFailure('The notification was cancelled');
  }
  return status;
}

/** Runs the sequence. Returns how the notification ended and, if it failed, with what its last SEND or its code failed. */
async function runToItsEnd(
  input: NotificationInput,
  onEvents: (events: string[]) => void,
): Promise<{ status: NotificationStatus; reason?: string }> {
  const { notificationId } = input;
  try {
    if (input.sendAt !== undefined) await untilSendAt(input.sendAt);
    const { status: last, reason } = await runSequence(input, onEvents);
    const status = last && !isOpen(last) ? last : await closeAs(notificationId, 'ended');
    return status === 'failed' ? { status, reason } : { status };
  } catch (error) {
    if (error instanceof SequenceEnded) return { status: error.status };
    if (isFaultOfCode(error)) throw error;
    const cancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    if (cancelled) return { status: await closeAs(notificationId, 'stopped') };
    // There is nothing to close, and the execution says why it failed.
    if (isMissing(error))
      return { status: 'failed', reason: `${NOTIFICATION_MISSING}: ${error.cause.message}` };
    const reason = reasonOf(error);
    return { status: await closeAs(notificationId, 'failed', reason), reason };
  }
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

/**
 * What a sequence in code has thrown. The failure of an activity of ours is no reason that helps an operator, unless the
 * notification is full.
 */
function reasonOf(error: unknown): string | undefined {
  const { cause } = error instanceof ActivityFailure ? error : {};
  const thrown = cause instanceof ApplicationFailure && cause.type === NOTIFICATION_FULL ? cause : error;
  if (!(thrown instanceof ApplicationFailure)) return undefined;
  return `${thrown.type ? `${thrown.type}: ` : ''}${thrown.message}`.slice(0, KEPT_REASON);
}

/** Whether an activity has looked for the notification for long enough, and did not find it. */
const isMissing = (error: unknown): error is ActivityFailure & { cause: ApplicationFailure } =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  error.cause.type === NOTIFICATION_MISSING;
