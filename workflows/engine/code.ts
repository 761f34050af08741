import { CancellationScope, CancelledFailure, TemporalFailure } from '@temporalio/workflow';
import type { NotificationInput } from '../contract';
import { SequenceEnded } from './sequence-ended';
import type { SequenceApi } from './api';
import type { CodeSequence } from './code-api';
import { createCodeApi } from './code-calls';
import { SEQUENCES } from '../sequences/registry';

/**
 * Whether an error says that the code of a sequence is wrong or missing. It must fail the workflow task, which Temporal
 * repeats until a worker comes that knows better, and not the notification, which would be lost.
 */
export const isFaultOfCode = ({ code }: NotificationInput, error: unknown): boolean =>
  code !== undefined && !(error instanceof TemporalFailure);

/** Runs the code that an event's file names. */
export async function runCode(base: SequenceApi, input: NotificationInput): Promise<void> {
  const sequence = sequenceOf(input.code ?? '');
  const { api, allSent, fault } = createCodeApi(base, input);
  await sequence(api);
  await allSent();
  // Whoever catches a fault has not mended it.
  const found = fault();
  if (found !== null && isFaultOfCode(input, found.error) && !(found.error instanceof SequenceEnded))
    throw found.error;
  // Whoever catches the cancellation has not undone it.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The run was cancelled');
}

function sequenceOf(name: string): CodeSequence {
  if (Object.hasOwn(SEQUENCES, name)) return SEQUENCES[name as keyof typeof SEQUENCES];
  throw new Error(
    `This worker has no sequence "${name}" (workflows/sequences/registry.ts): notifications that run it ` +
      'wait until a worker with it is started',
  );
}
