import { ApplicationFailure, continueAsNew, isCancellation, workflowInfo } from '@temporalio/workflow';
import { removeOld } from './activities';
import { type RetentionCounts, type RetentionInput, RETENTION_STEPS } from './contract';

/**
 * Removes what is older than it is kept. A Temporal Schedule runs it. Returns what each step has removed. If a step fails, the
 * others still run, and the run fails at its end.
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
      try {
        const done = await removeOld.executeWithOptions({ summary: step }, [{ step, from }]);
        removed[step] = (removed[step] ?? 0) + done.removed;
        from = done.next;
      } catch (error) {
        if (isCancellation(error)) throw error;
        failed.push(step);
        from = null;
      }
    } while (from !== null);
  }
  if (failed.length > 0)
    throw ApplicationFailure.nonRetryable(`Failed: ${failed.join(', ')}`, 'RETENTION_FAILED');
  return removed;
}
