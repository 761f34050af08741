import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { isUuid } from '../core/shared/ids';
import type { Schedule } from '../store/schedules/schedules';
import type { Store } from '../store/store';
import { recurringId, type ScheduledSendInput, taskQueues, WORKFLOWS } from '../workflows/contract';

/** Creates the Temporal Schedule of a schedule, or makes it equal. Its runs do not depend on each other. */
async function applySchedule(client: Client, queuePrefix: string, of: Schedule): Promise<void> {
  const scheduleId = recurringId(queuePrefix, of._id);
  const input: ScheduledSendInput = { scheduleId: of._id };
  const options = {
    spec: {
      cronExpressions: [of.cron],
      timezone: of.zone,
      ...(of.startAt && { startAt: of.startAt }),
      ...(of.endAt && { endAt: of.endAt }),
    },
    action: {
      type: 'startWorkflow' as const,
      workflowType: WORKFLOWS.scheduledSend,
      workflowId: scheduleId,
      taskQueue: taskQueues(queuePrefix).main,
      staticSummary: `Schedule ${of.name}`,
      args: [input],
    },
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL, catchupWindow: of.catchUpMs },
    state: { paused: of.paused, note: of.revision },
  };
  try {
    await client.schedule.create({ scheduleId, ...options });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update(() => options);
  }
}

/** Makes the Temporal Schedule of a schedule equal to it, and notes that. */
export async function makeEqual(
  { client, taskQueue, store }: { client: Client; taskQueue: string; store: Pick<Store, 'schedules'> },
  schedule: Schedule,
): Promise<void> {
  if (schedule.removed) {
    await deleteSchedule(client, taskQueue, schedule._id);
    await store.schedules.erase(schedule);
  } else {
    await applySchedule(client, taskQueue, schedule);
    await store.schedules.markEqual(schedule);
  }
}

/** Deletes the Temporal Schedule of a schedule, if there is one. */
export async function deleteSchedule(client: Client, queuePrefix: string, id: string): Promise<void> {
  try {
    await client.schedule.getHandle(recurringId(queuePrefix, id)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Returns the next times of a schedule, the soonest first. None if there is no Temporal Schedule, or it has ended. */
export async function nextTimesOf(client: Client, queuePrefix: string, id: string): Promise<Date[]> {
  try {
    const { info } = await client.schedule.getHandle(recurringId(queuePrefix, id)).describe();
    return info.nextActionTimes;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return [];
    throw error;
  }
}

/** Starts a run that somebody asked for. */
export async function runNow(client: Client, queuePrefix: string, id: string, manual: string): Promise<void> {
  const input: ScheduledSendInput = { scheduleId: id, manual };
  await client.workflow.start(WORKFLOWS.scheduledSend, {
    workflowId: `${recurringId(queuePrefix, id)}-run-${manual}`,
    workflowIdConflictPolicy: 'USE_EXISTING',
    taskQueue: taskQueues(queuePrefix).main,
    staticSummary: 'Run of a schedule',
    args: [input],
  });
}

/** Waits until a run that somebody asked for has ended. */
export const runEnded = (client: Client, queuePrefix: string, id: string, manual: string): Promise<unknown> =>
  client.workflow.getHandle(`${recurringId(queuePrefix, id)}-run-${manual}`).result();

/** What Temporal has of a schedule. */
interface InTemporal {
  /** The revision of which it was made. */
  revision: string;
  /** The next times, the soonest first. */
  nextTimes: Date[];
}

/** Returns the Temporal Schedules of this installation, by the id of the schedule. A new one may take a moment to be listed. */
export async function schedulesInTemporal(
  client: Client,
  queuePrefix: string,
): Promise<Map<string, InTemporal>> {
  const found = new Map<string, InTemporal>();
  const prefix = recurringId(queuePrefix, '');
  for await (const { scheduleId, state, info } of client.schedule.list()) {
    const id = scheduleId.slice(prefix.length);
    // Another installation may have a longer prefix that begins like this one.
    if (!scheduleId.startsWith(prefix) || !isUuid(id)) continue;
    found.set(id, { revision: state.note ?? '', nextTimes: info.nextActionTimes });
  }
  return found;
}
