import { tsToMs } from '@temporalio/common/lib/time';
import type { temporal } from '@temporalio/proto';

/** How long the tasks of a workflow have waited in its queue for a worker, all together, milliseconds. */
export function waitedForWorkers({ events }: temporal.api.history.v1.IHistory): number {
  let [waitedMs, scheduledAt] = [0, 0];
  for (const {
    eventTime,
    workflowTaskScheduledEventAttributes,
    workflowTaskStartedEventAttributes,
  } of events ?? []) {
    if (workflowTaskScheduledEventAttributes) scheduledAt = tsToMs(eventTime);
    if (workflowTaskStartedEventAttributes) waitedMs += tsToMs(eventTime) - scheduledAt;
  }
  return waitedMs;
}
