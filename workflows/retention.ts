import { ApplicationFailure, continueAsNew, isCancellation, workflowInfo } from '@temporalio/workflow';
import { removeOld } from './activities';
import {
  type RetentionCounts,
  type RetentionCursor,
  type RetentionInput,
  type RetentionStep,
  RETENTION_STEPS,
} from './contract';

/**
 * Removes what has been kept long enough; a Temporal Schedule runs it. Gives what each step dealt with. A step that
 * fails keeps none of the others from its turn, and fails the run in the end.
 */
export async function retention(input: RetentionInput = {}): Promise<RetentionCounts> {
  const removed = { ...input.removed };
  const failed = [...(input.failed ?? [])];
  const first = input.step ? RETENTION_STEPS.indexOf(input.step) : 0;
  let from = input.from ?? null;
  for (const step of RETENTION_STEPS.slice(first)) {
    do {
      if (workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof retention>({ step, from, removed, failed });
      from = await remove(step, from, removed, failed);
    } while (from !== null);
  }
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(`Failed: ${failed.join(', ')}`, 'RETENTION_FAILED');
  return removed;
}

/** Does a part of a step; gives where its next part begins, null when it is done or has failed. */
async function remove(
  step: RetentionStep,
  from: RetentionCursor | null,
  removed: RetentionCounts,
  failed: RetentionStep[],
): Promise<RetentionCursor | null> {
  try {
    const done = await removeOld.executeWithOptions({ summary: step }, [{ step, from }]);
    removed[step] = (removed[step] ?? 0) + done.removed;
    return done.next;
  } catch (error) {
    if (isCancellation(error)) throw error;
    failed.push(step);
    return null;
  }
}
