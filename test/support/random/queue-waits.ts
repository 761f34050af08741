import { tsToMs } from '@temporalio/common/lib/time';
import type { temporal } from '@temporalio/proto';

/** How long, between two times, the workflow tasks of a history were in the queue without a worker that took them. Milliseconds. */
export function waitedForWorkers(
  { events }: temporal.api.history.v1.IHistory,
  from: number,
  until: number,
): number {
  let waitedMs = 0;
  let since: number | undefined;
  for (const event of events ?? []) {
    const at = tsToMs(event.eventTime);
    // One that the worker which had the workflow did not take in time is scheduled again.
    if (event.workflowTaskScheduledEventAttributes) since ??= at;
    if (!event.workflowTaskStartedEventAttributes || since === undefined) continue;
    waitedMs += Math.max(0, Math.min(at, until) - Math.max(since, from));
    since = undefined;
  }
  return waitedMs;
}
