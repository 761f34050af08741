import type { temporal as proto } from '@temporalio/proto';
import type { Stack } from './stack';

type Event = proto.api.history.v1.IHistoryEvent;

/** Name of the marker that the SDK's core records for a local activity. */
const LOCAL_ACTIVITY = 'core_local_activity';

/** The shape of one workflow's history: what Temporal stores and does for it. */
export interface HistoryShape {
  events: number;
  bytes: number;
  workflowTasks: number;
  activities: number;
  /** What Temporal Cloud would bill. */
  actions: number;
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
    actions: actionsOf(all),
  };
}

/**
 * Returns the Actions in a history (https://docs.temporal.io/evaluate/cloud/actions): the start, each attempt of an activity,
 * the local activities of a workflow task together, each timer, each signal, each change of search attributes other than
 * TemporalChangeVersion.
 */
function actionsOf(events: Event[]): number {
  const tasksWithLocal = new Set<string>();
  let others = 0;
  for (const event of events) {
    const marker = event.markerRecordedEventAttributes;
    if (marker?.markerName === LOCAL_ACTIVITY)
      tasksWithLocal.add(String(marker.workflowTaskCompletedEventId));
    const changed = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields;
    if (changed && Object.keys(changed).some((name) => name !== 'TemporalChangeVersion')) others += 1;
    if (
      event.workflowExecutionStartedEventAttributes ??
      event.timerStartedEventAttributes ??
      event.workflowExecutionSignaledEventAttributes
    )
      others += 1;
    others += event.activityTaskStartedEventAttributes?.attempt ?? 0;
  }
  return others + tasksWithLocal.size;
}
