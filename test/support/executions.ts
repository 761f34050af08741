import type { Stack } from './stack';

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
