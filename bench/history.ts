import type { Stack } from './stack';

/** The shape of one workflow's history: what Temporal stores and does for it. */
export interface HistoryShape {
  events: number;
  bytes: number;
  workflowTasks: number;
  activities: number;
}

const WORKFLOW_TASK_COMPLETED = 7;
const ACTIVITY_TASK_SCHEDULED = 10;

export async function historyOf({ temporal }: Stack, workflowId: string): Promise<HistoryShape> {
  const handle = temporal.workflow.getHandle(workflowId);
  const [{ historySize, historyLength }, history] = await Promise.all([
    handle.describe(),
    handle.fetchHistory(),
  ]);
  const ofType = (type: number): number =>
    (history.events ?? []).filter(({ eventType }) => eventType === type).length;
  return {
    events: historyLength,
    bytes: historySize ?? 0,
    workflowTasks: ofType(WORKFLOW_TASK_COMPLETED),
    activities: ofType(ACTIVITY_TASK_SCHEDULED),
  };
}
