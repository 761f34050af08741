import { CancellationScope, CancelledFailure, TemporalFailure } from '@temporalio/workflow';
import { type NotificationStatus, isOpen } from '../../core/shared/statuses';
import type { NotificationInput } from '../contract';
import { EXTENSION_SEQUENCES } from '../sequences/extensions';
import { SEQUENCES } from '../sequences/registry';
import type { Sequence } from './api';
import { createCalls } from './calls';
import { runSteps } from './declared';
import { SequenceEnded } from './sequence-ended';

/**
 * Whether an error says that the code of a sequence is wrong or missing. It must fail the workflow task, which Temporal
 * repeats until a better worker comes, and not the notification, which would be lost.
 */
export const isFaultOfCode = (error: unknown): boolean =>
  !(error instanceof TemporalFailure || error instanceof SequenceEnded);

/**
 * Runs a notification's sequence. Returns the status that the last SEND left, or null if there was none, and why the last
 * failed SEND failed.
 */
export async function runSequence(
  input: NotificationInput,
  onEvents: (events: string[]) => void,
): Promise<{ status: NotificationStatus | null; reason?: string }> {
  const { api, allSent, fault, lastStatus, lastFailure } = createCalls(input, onEvents);
  await (input.code === undefined ? runSteps(api, input.steps) : sequenceOfCode(input.code)(api));
  const sending = allSent();
  if (sending) await sending;
  // A sequence that catches a fault of its code has not mended it, nor has it undone a cancellation that it catches.
  const found = fault();
  if (found !== null && isFaultOfCode(found.error)) throw found.error;
  const status = lastStatus();
  const hasEnded = status !== null && !isOpen(status);
  if (!hasEnded && CancellationScope.current().consideredCancelled)
    throw new CancelledFailure('The run was cancelled');
  return { status, reason: lastFailure() };
}

function sequenceOfCode(name: string): Sequence {
  const known: readonly Readonly<Record<string, Sequence>>[] = [SEQUENCES, EXTENSION_SEQUENCES];
  const sequence = known.find((one) => Object.hasOwn(one, name))?.[name];
  if (sequence) return sequence;
  throw new Error(
    `This worker has no sequence "${name}", neither of its release nor in its HELIOGRAPH_EXTENSIONS: notifications that run it ` +
      'wait until a worker with it is started',
  );
}
