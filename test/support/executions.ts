import { eventually } from './eventually';
import type { Stack } from './stack';

/**
 * How long an erasure takes at most, milliseconds: what begins during its first pass goes with the second one, a minute later, and
 * Temporal needs up to half a minute to let go of an execution.
 */
export const ERASED_WITHIN_MS = 170_000;

/** Returns the state of an execution, such as RUNNING; null if Temporal has none. */
export async function stateOf(
  { temporal }: Pick<Stack, 'temporal'>,
  workflowId: string,
  runId?: string,
): Promise<string | null> {
  try {
    return (await temporal.workflow.getHandle(workflowId, runId).describe()).status.name;
  } catch (error) {
    if ((error as Error).name === 'WorkflowNotFoundError') return null;
    throw error;
  }
}

/** Waits until the last run of a workflow has closed, and returns how. */
export async function untilClosed(
  { temporal }: Pick<Stack, 'temporal'>,
  workflowId: string,
): Promise<string> {
  const { status } = await eventually(`the workflow ${workflowId} to close`, async () => {
    const found = await temporal.workflow.getHandle(workflowId).describe();
    return found.status.name !== 'RUNNING' && found;
  });
  return status.name;
}

/**
 * Waits until the workflow of what was cancelled has closed. If a busy Temporal takes the cancel late, the workflow has seen
 * the stop itself, and ended in order.
 */
export async function untilStopped(stack: Pick<Stack, 'temporal'>, workflowId: string): Promise<void> {
  expect(['CANCELLED', 'COMPLETED']).toContain(await untilClosed(stack, workflowId));
}
