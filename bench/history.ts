import type { Stack } from './stack';

/** The shape of one workflow's history: what Temporal stores and does for it. */
export interface HistoryShape {
  events: number;
  bytes: number;
  workflowTasks: number;
  activities: number;
}

export async function historyOf({ temporal }: Stack, workflowId: string): Promise<HistoryShape> {
  const handle = temporal.workflow.getHandle(workflowId);
  const [{ historySize, historyLength }, history] = await Promise.all([
    handle.describe(),
    handle.fetchHistory(),
  ]);
  const all = history.events ?? [];
  return {
    events: historyLength,
    bytes: historySize ?? 0,
    workflowTasks: all.filter((event) => event.workflowTaskCompletedEventAttributes).length,
    activities: all.filter((event) => event.activityTaskScheduledEventAttributes).length,
  };
}
