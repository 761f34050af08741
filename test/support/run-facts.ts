import { tsToMs } from '@temporalio/common/lib/time';
import type { temporal } from '@temporalio/proto';
import { GRPC } from '../../temporal/grpc-code';
import { eventually } from './eventually';
import type { Stack } from './stack';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Ids of what ran on a stack's queue and had a workflow task that failed, with the reasons. */
export async function failedTasks({
  temporal,
  name,
  since,
}: Pick<Stack, 'temporal' | 'name' | 'since'>): Promise<string[]> {
  const failed: string[] = [];
  const query = `TaskQueue = "${name}" AND StartTime >= "${since.toISOString()}"`;
  for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { workflowTaskFailedEventAttributes: why } of events ?? [])
      if (why) failed.push(`${workflowId}: ${why.failure?.message}`);
  }
  return failed;
}

/** Process ids of the workers that had the workflow tasks of a run, in their order. */
export async function workersOf({ temporal }: Stack, workflowId: string): Promise<number[]> {
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: done }) =>
    done ? [parseInt(done.identity ?? '', 10)] : [],
  );
}

/** The task queues that a notification's sends were scheduled on, in their order. */
export async function sendQueuesOf({ temporal }: Pick<Stack, 'temporal'>, id: string): Promise<string[]> {
  const { events } = await temporal.workflow.getHandle(id).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === 'deliver' ? [scheduled.taskQueue?.name ?? ''] : [],
  );
}

/** The build that a run is with, as Temporal shows it; undefined: unversioned. */
export async function buildOf({ temporal }: Stack, workflowId: string): Promise<string | undefined> {
  const { raw } = await temporal.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
}

/** Workflow id of the run of a type on a stack's queue that completed last. */
export async function lastOf({ temporal, name }: Stack, type: string): Promise<string> {
  const query = `WorkflowType = "${type}" AND TaskQueue = "${name}" AND ExecutionStatus = "Completed"`;
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: 1 })) return workflowId;
  throw new Error(`no ${type} has completed`);
}

/** The events of a workflow; none if it has yet to be started. */
export const eventsOf = (
  { temporal }: Pick<Stack, 'temporal'>,
  workflowId: string,
): Promise<HistoryEvent[]> =>
  temporal.workflow
    .getHandle(workflowId)
    .fetchHistory()
    .then(
      ({ events }) => events ?? [],
      (error: unknown) => {
        if ((error as { code?: unknown }).code === GRPC.NOT_FOUND) return [];
        throw error;
      },
    );

/** The outcomes of the SENDs that a workflow task has tried: `moved` if it left the message to an activity. */
export async function outcomesInTask(
  stack: Pick<Stack, 'temporal'>,
  workflowId: string,
): Promise<(string | undefined)[]> {
  return (await eventsOf(stack, workflowId)).flatMap(({ markerRecordedEventAttributes: marker }) => {
    const data = marker?.details?.result?.payloads?.[0]?.data;
    return data ? (JSON.parse(Buffer.from(data).toString()) as { outcome?: string }).outcome : [];
  });
}

/** Waits for the first event of a workflow that is such a one; the workflow may have yet to be started. */
function untilEvent(
  stack: Pick<Stack, 'temporal'>,
  workflowId: string,
  wanted: { what: string; is: (event: HistoryEvent) => unknown; timeoutMs?: number },
): Promise<HistoryEvent> {
  const look = async () => (await eventsOf(stack, workflowId)).find(wanted.is);
  return eventually(`${wanted.what} of ${workflowId}`, look, wanted.timeoutMs);
}

/** Waits until a workflow has begun a timer: it sleeps. */
export const untilTimer = (stack: Pick<Stack, 'temporal'>, workflowId: string): Promise<HistoryEvent> =>
  untilEvent(stack, workflowId, { what: 'a timer', is: (event) => event.timerStartedEventAttributes });

/** Whether a workflow has begun a timer. */
export async function hasTimer({ temporal }: Pick<Stack, 'temporal'>, workflowId: string): Promise<boolean> {
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).some(({ timerStartedEventAttributes: timer }) => timer);
}

/** When a timer that was begun ends, milliseconds since 1970. */
export const dueOf = ({ eventTime, timerStartedEventAttributes: timer }: HistoryEvent): number =>
  tsToMs(eventTime) + tsToMs(timer?.startToFireTimeout);

/** Waits until a workflow task of a workflow has failed. */
export const untilTaskFailed = (
  stack: Pick<Stack, 'temporal'>,
  workflowId: string,
  timeoutMs?: number,
): Promise<HistoryEvent> =>
  untilEvent(stack, workflowId, {
    what: 'a failed workflow task',
    is: (event) => event.workflowTaskFailedEventAttributes,
    timeoutMs,
  });
